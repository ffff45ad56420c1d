"""The order in which a batch of games is rated (R4), with corrections after what they correct (R16)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from terazi.core.types import Game, GameId, PlayerId


def batch_order(games: Sequence[Game[PlayerId]], accepted_at: Sequence[int | None] = ()) -> list[int]:
    """Places of the games in the order of R4: by moment, finish, and ids by code point.

    A game's moment is when it was accepted (UTC ms), where that is said, else when it finished. R16: a game
    that replaces another of the batch, and of which nothing is said, comes directly after that one where it
    would stand before it.
    """
    said = accepted_at or [None] * len(games)
    here = {game.game_id for game in games}
    placed: set[GameId] = set()
    held: defaultdict[GameId, list[int]] = defaultdict(list)
    order: list[int] = []

    def key(place: int) -> tuple[int, int, GameId]:
        game, at = games[place], said[place]
        return game.finished_at if at is None else at, game.finished_at, game.game_id

    for place in sorted(range(len(games)), key=key):
        replaces = games[place].replaces
        if said[place] is None and replaces is not None and replaces in here and replaces not in placed:
            held[replaces].append(place)
            continue
        for follower in _with_held(place, games, held):
            order.append(follower)
            placed.add(games[follower].game_id)
    # Games that replace each other in a circle wait for ever; the ladder refuses them wherever they stand.
    return order + [place for waiting in held.values() for place in waiting]


def _with_held(place: int, games: Sequence[Game[PlayerId]], held: dict[GameId, list[int]]) -> Iterator[int]:
    """The game, and directly after it all that waited for it, and for those in turn."""
    stack = [place]
    while stack:
        following = stack.pop()
        yield following
        stack += reversed(held.pop(games[following].game_id, []))
