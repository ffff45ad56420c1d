"""Made-up matches as gnubg's `.sgf`."""

from collections.abc import Sequence

from terazi.board.side import Side
from terazi.formats.match import CubeAction, CubeKind, GameRecord, Resignation, Turn

COLOURS = {Side.FIRST: "W", Side.SECOND: "B"}


def point(number: int, side: Side) -> str:
    if number in {0, 25}:
        return "z" if number == 0 else "y"
    return chr(ord("a") + (number if side is Side.FIRST else 25 - number) - 1)


def node(action: Turn | CubeAction | Resignation) -> str:
    colour = COLOURS[action.side]
    if isinstance(action, CubeAction):
        # SGF has one word for every kind of double.
        word = action.kind if action.kind in {CubeKind.TAKE, CubeKind.DROP} else CubeKind.DOUBLE
        return f";{colour}[{word}]"
    if isinstance(action, Resignation):
        return ""
    assert action.roll is not None
    assert action.play is not None
    moves = "".join(point(m.start, action.side) + point(m.end, action.side) for m in action.play)
    return f";{colour}[{action.roll[0]}{action.roll[1]}{moves}]"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def game_text(game: GameRecord, index: int) -> str:
    header, score, result = game.match, game.score, game.result
    assert score is not None
    assert result is not None
    assert result.side is not None
    resigned = any(isinstance(action, Resignation) for action in game.actions)
    players = f"PW[{escaped(game.players[0])}]PB[{escaped(game.players[1])}]"
    return (
        f"(;FF[4]GM[6]CA[UTF-8]AP[Made up]"
        f"MI[length:{header.length}][game:{index}][ws:{score[0]}][bs:{score[1]}]"
        f"{players}DT[{header.date}]RU[Crawford]"
        f"RE[{COLOURS[result.side]}+{result.points}{'R' if resigned else ''}]\n"
        + "\n".join(filter(None, map(node, game.actions)))
        + ")\n"
    )


def sgf_text(games: Sequence[GameRecord]) -> str:
    """The games of one match, a tree for each."""
    return "".join(game_text(game, index) for index, game in enumerate(games))
