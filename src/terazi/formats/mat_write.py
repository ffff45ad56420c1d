"""Writing a recorded match as `.mat` text, in the way of one program or another.

What a dialect is, is data (`DIALECTS`); the figures are those seen in the programs' own files. A `.mat`
file has no word for a resignation, so that one is written by its result line alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from terazi.board.plays import Play
from terazi.board.position import BAR, OFF
from terazi.board.side import Side
from terazi.formats.match import (
    CubeAction,
    CubeKind,
    GameRecord,
    MatchHeader,
    Resignation,
    StatedResult,
    Turn,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatDialect:
    """How one program spells the format.

    `number` places a turn's number; `right_column` is where the second player's cells begin, in characters
    from 0; `separator` None: cells are padded to their column, else they are separated by it. `repeats`:
    equal moves as `6/4(2)`. `chains`: one checker's dice as `24/15`. `plural`: `Wins 2 points`.
    `result_in_row`: a result stands in a numbered line of its own. `indent` stands before the line of names
    and points, and `score` between a name and its points.
    """

    name: str
    indent: str = " "
    score: str = " : "
    number: str = "{:>3}) "
    right_column: int = 33
    separator: str | None = None
    bar: str = "25"
    off: str = "0"
    repeats: bool = False
    chains: bool = False
    marks_hits: bool = True
    no_move: str = ""
    plural: bool = False
    result_in_row: bool = False


DIALECTS = {
    dialect.name: dialect
    for dialect in (
        MatDialect(name="galaxy", marks_hits=False),
        MatDialect(
            name="studio",
            number="  {}) ",
            right_column=40,
            bar="bar",
            off="off",
            repeats=True,
            chains=True,
            no_move="Cannot Move",
            result_in_row=True,
        ),
        MatDialect(name="gnubg", plural=True),
        MatDialect(
            name="xg",
            right_column=38,
            bar="Bar",
            off="Off",
            repeats=True,
            chains=True,
            no_move="Cannot Move",
            plural=True,
        ),
        MatDialect(name="xg_session", indent="", number="{:>2}) ", right_column=37, result_in_row=True),
        MatDialect(name="opengammon", score=": ", chains=True, plural=True),
        MatDialect(name="tabbed", number="{})", separator="\t", bar="Bar", off="Off", plural=True),
    )
}
"""The dialects by name."""

CUBE_TEXT = {
    CubeKind.DOUBLE: "Doubles",
    CubeKind.TAKE: "Takes",
    CubeKind.DROP: "Drops",
    CubeKind.BEAVER: "Beavers",
    CubeKind.RACCOON: "Raccoons",
}
LEFT_RESULT_INDENT = 6


def write_mat(games: Sequence[GameRecord], dialect: MatDialect) -> str:
    """The text of one match, whose games share their heading; lines end with LF.

    Names that end with blanks or hold line ends come back changed: the format cannot hold them.
    """
    header = games[0].match
    assert all(game.match == header for game in games)
    lines = [*_heading(header), ""]
    for number, game in enumerate(games, start=1):
        first, second = (
            f"{name}{dialect.score}{points}"
            for name, points in zip(game.players, game.score or (0, 0), strict=True)
        )
        lines += [f" Game {game.number or number}", _in_columns(f"{dialect.indent}{first}", second, dialect)]
        lines += _rows(game, dialect)
        lines.append("")
    return "\n".join(lines)


def _heading(header: MatchHeader) -> Iterator[str]:
    values = {
        "Site": header.site,
        "Match ID": header.match_id,
        "Event": header.event,
        "Player 1": header.players[0],
        "Player 2": header.players[1],
        "EventDate": header.date.strftime("%Y.%m.%d") if header.date else "",
        "EventTime": header.time.strftime("%H.%M") if header.time else "",
        "Variation": header.variation,
        "Crawford": "On" if header.crawford_rule else "Off",
        "Jacoby": "On" if header.jacoby_rule else "",
        "CubeLimit": str(header.cube_limit or ""),
    }
    for tag, value in values.items():
        if value:
            yield f'; [{tag} "{value}"]'
    if header.length is not None:
        yield from ("", f"{header.length} point match")


def _rows(game: GameRecord, dialect: MatDialect) -> Iterator[str]:
    cells = list(_cells(game, dialect))
    result = game.result
    own_line = ""
    if result is not None and result.side is not None:
        text = " " + _result_text(result, dialect)
        answered = result.side is Side.SECOND and cells and cells[-1][0] is Side.FIRST
        if dialect.result_in_row or answered:
            cells.append((result.side, text))
        elif dialect.separator is not None:
            own_line = dialect.separator * (1 + 2 * result.side.seat) + text.strip()
        else:
            indent = LEFT_RESULT_INDENT if result.side is Side.FIRST else dialect.right_column
            own_line = " " * indent + text
    for number, (left, right) in enumerate(_paired(cells), start=1):
        yield _in_columns(dialect.number.format(number) + _led(left, dialect), right, dialect)
    if own_line:
        yield own_line


def _cells(game: GameRecord, dialect: MatDialect) -> Iterator[tuple[Side, str]]:
    offered = game.cube
    """What the cube shows once the last offer is taken; one that was played on is a beaver, and taken."""
    if not any(move.hit for turn in game.turns for move in turn.play or ()):
        # A record that marks no hits does not say where a chain would pass over one.
        dialect = replace(dialect, chains=False)
    for action in game.actions:
        match action:
            case Turn():
                yield action.side, _turn_text(action, dialect)
            case CubeAction(kind=CubeKind.DOUBLE | CubeKind.BEAVER | CubeKind.RACCOON):
                offered = action.value or offered * 2
                yield action.side, f" {CUBE_TEXT[action.kind]} => {offered}"
            case CubeAction():
                yield action.side, f" {CUBE_TEXT[action.kind]}"
            case Resignation():
                pass
            case _:
                assert_never(action)


def _paired(cells: Iterable[tuple[Side, str]]) -> Iterator[tuple[str, str]]:
    """Cells in rows of two: the first player's begins a row."""
    left: str | None = None
    for side, text in cells:
        if side is Side.FIRST:
            if left is not None:
                yield left, ""
            left = text
        else:
            yield left or "", text
            left = None
    if left is not None:
        yield left, ""


def _led(cell: str, dialect: MatDialect) -> str:
    return cell if dialect.separator is None else dialect.separator + cell.strip()


def _in_columns(left: str, right: str, dialect: MatDialect) -> str:
    if dialect.separator is not None:
        return f"{left}{dialect.separator}{right.strip()}".rstrip()
    return f"{left:<{dialect.right_column - 1}} {right}".rstrip()


def _result_text(result: StatedResult, dialect: MatDialect) -> str:
    points = "" if result.points is None else f" {result.points} point"
    plural = "s" if points and dialect.plural and result.points != 1 else ""
    return f"Wins{points}{plural}" + (" and the match" if result.wins_match else "")


def _turn_text(turn: Turn, dialect: MatDialect) -> str:
    dice = "" if turn.roll is None else f"{max(turn.roll)}{min(turn.roll)}: "
    if turn.play is None:
        return f"{dice}????"
    return dice + (play_text(turn.play, dialect) or dialect.no_move)


def play_text(play: Play, dialect: MatDialect) -> str:
    """The checker moves of a play in a dialect's spelling; empty for a play without moves."""
    texts: dict[str, str] = {}
    times: dict[str, int] = {}
    for number, path in enumerate(_paths(play, dialect)):
        bare = "/".join(_point(point, dialect) for point, _ in path)
        key = bare if dialect.repeats and len(path) == 2 else f"{bare} {number}"
        texts.setdefault(key, _path_text(path, dialect))
        times[key] = times.get(key, 0) + 1
    return " ".join(text + (f"({times[key]})" if times[key] > 1 else "") for key, text in texts.items())


def _paths(play: Play, dialect: MatDialect) -> list[list[tuple[int, bool]]]:
    """The points each checker touched that must be written, with whether it hit there."""
    paths: list[list[tuple[int, bool]]] = []
    for move in play:
        landing = (move.end, move.hit)
        begun = next((path for path in paths if dialect.chains and path[-1][0] == move.start), None)
        if begun is None:
            paths.append([(move.start, False), landing])
        else:
            # A point between is written only where something was hit.
            begun[-1:] = [begun[-1], landing] if begun[-1][1] else [landing]
    return paths


def _path_text(path: list[tuple[int, bool]], dialect: MatDialect) -> str:
    marks = ("*" if hit and dialect.marks_hits else "" for _, hit in path)
    return "/".join(_point(point, dialect) + mark for (point, _), mark in zip(path, marks, strict=True))


def _point(point: int, dialect: MatDialect) -> str:
    return {BAR: dialect.bar, OFF: dialect.off}.get(point, str(point))
