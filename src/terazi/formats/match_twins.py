"""The same game in two match files: found by site and match id, else by its dice."""

from dataclasses import dataclass

from terazi.formats.match_games import TELLING_ROLLS, FileGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """An earlier game that a game repeats; not `same`: it contradicts that one in its dice or its winner."""

    first: FileGame
    same: bool


class Twins:
    """All games seen so far, to know one again."""

    def __init__(self) -> None:
        self._by_id: dict[str, FileGame] = {}
        self._by_dice: dict[str, FileGame] = {}

    def met(self, game: FileGame) -> Twin | None:
        """The earlier game that this one repeats, or None: then it is kept as a new one.

        A record that was cut off is the same game as the whole one: its dice are the other's first dice.
        """
        named = self._by_id.get(game.game_id) or self._by_id.get(game.dice_id)
        if named is not None:
            return Twin(first=named, same=_begins_alike(named, game) and not _other_winner(named, game))
        telling = len(game.dice) >= 2 * TELLING_ROLLS
        rolled = self._by_dice.get(game.dice) if telling else None
        if rolled is not None:
            return Twin(first=rolled, same=not _other_winner(rolled, game))
        self._by_id[game.game_id] = self._by_id[game.dice_id] = game
        if telling:
            self._by_dice[game.dice] = game
        return None


def _begins_alike(one: FileGame, other: FileGame) -> bool:
    return one.dice.startswith(other.dice) or other.dice.startswith(one.dice)


def _other_winner(one: FileGame, other: FileGame) -> bool:
    """Whether both name a winner out of the same two names, and not the same one."""
    both = bool(one.winner and other.winner) and set(one.record.players) == set(other.record.players)
    return both and one.winner != other.winner
