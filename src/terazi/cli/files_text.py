"""Games of match files as lines of text and as JSON."""

from collections.abc import Iterator
from typing import Any

from terazi.formats.game_outcome import Disagreement, DisagreementCode
from terazi.formats.match import MatchHeader
from terazi.formats.match_found import Found, Unread
from terazi.formats.match_games import FileGame
from terazi.formats.match_notes import Note
from terazi.formats.match_reports import played_at
from terazi.words.catalogue import Words
from terazi.words.refusals import refusal_sentence
from terazi.words.shown import shown

# What the two sides of a disagreement are where they are codes themselves: sections of the catalogue.
_STATED_SECTION = {DisagreementCode.CUBE_ACTION: "match_cube"}
_FOUND_SECTION = {
    DisagreementCode.ILLEGAL_PLAY: "match_cause",
    DisagreementCode.IMPOSSIBLE_PLAY: "match_cause",
    DisagreementCode.CUBE_ACTION: "match_cause",
    DisagreementCode.AFTER_THE_END: "match_end",
}


def as_object(found: Found) -> dict[str, Any]:
    """A game as one JSON object; null for what nothing shows."""
    game, outcome, match = found.game, found.game.outcome, found.game.record.match
    return {
        "file": game.file,
        "game": game.number,
        "game_id": game.game_id,
        "line": outcome.line,
        "site": match.site,
        "match_id": match.match_id,
        "length": match.length,
        "played_at": played_at(match) or None,
        "players": list(game.record.players),
        "score": None if game.record.score is None else list(game.record.score),
        "winner": None if outcome.winner is None else game.winner,
        "loser": None if outcome.loser is None else game.loser,
        "cube": outcome.cube,
        "points": outcome.points,
        "points_stated": outcome.points_stated,
        "termination": outcome.ending,
        "board_known": outcome.board_known,
        "same_as": found.twin.first.place if found.twin and found.twin.same else None,
        "contradicts": found.twin.first.place if found.twin and not found.twin.same else None,
        "disagreements": [
            {"line": each.line, "code": each.code, "stated": each.stated, "found": each.found}
            for each in outcome.disagreements
        ],
        "notes": [
            {"line": each.line, "code": each.code, "detail": each.detail, "lines": each.lines}
            for each in game.notes
        ],
    }


def match_line(words: Words, game: FileGame) -> str:
    """The heading over the games of one match."""
    match = game.record.match
    place = shown(f"{game.file}:{match.line}", 200)
    first, second = (_name(words, name) for name in game.record.players)
    heading = words.say("files.match", place=place, first=first, second=second, length=_length(words, match))
    said = (f"{match.site} {match.match_id}".strip(), played_at(match).replace("T", " "))
    return ", ".join((heading, *(shown(text) for text in said if text)))


def game_lines(words: Words, found: Found) -> Iterator[str]:
    """A game on one line, then a line for everything odd about it."""
    game, outcome = found.game, found.game.outcome
    score = "?" if game.record.score is None else "–".join(map(str, game.record.score))
    places = {
        "number": str(game.number),
        "score": score,
        "ending": words.template(f"match_end.{outcome.ending}"),
        "cube": str(outcome.cube),
        "where": _where(words, game.record.match, outcome.line),
    }
    if outcome.winner is None:
        line = words.say("files.no_winner", **places)
    else:
        line = words.say(
            "files.won", winner=_name(words, game.winner), points=_points(words, outcome.points), **places
        )
    if outcome.points_stated not in {None, outcome.points}:
        line += f" ({words.say('files.stated', points=_points(words, outcome.points_stated))})"
    yield f"  {line}"
    yield from (f"    ! {_difference(words, game, each)}" for each in outcome.disagreements)
    yield from (f"    - {note_text(words, each, game.record.match)}" for each in game.notes)
    if found.twin is not None:
        key = "files.same" if found.twin.same else "files.contradicts"
        yield f"    = {words.say(key, place=shown(found.twin.first.place, 200))}"


def note_text(words: Words, note: Note, match: MatchHeader | None = None) -> str:
    """A note with its lines, the text in question, and its code."""
    detail = f" “{shown(note.detail)}”" if note.detail else ""
    what = f"{words.template(f'match_note.{note.code}')}{detail} [{note.code}]"
    if note.line == 0:
        return words.say("files.whole", what=what)
    if note.lines > 1:
        return words.say("files.lines", line=str(note.line), last=str(note.line + note.lines - 1), what=what)
    return f"{_where(words, match, note.line)}: {what}"


def unread_line(words: Words, unread: Unread) -> str:
    """A file, or a part of one, that gave no game."""
    trouble = unread.trouble
    if isinstance(trouble, Note):
        return f"{shown(unread.path, 200)}: {note_text(words, trouble)}"
    return f"{shown(unread.path, 200)}: {refusal_sentence(words, trouble)} [{trouble.code}]"


def _difference(words: Words, game: FileGame, each: Disagreement) -> str:
    stated = _said(words, game, each.stated, _STATED_SECTION.get(each.code))
    found = _said(words, game, each.found, _FOUND_SECTION.get(each.code))
    what = words.say(f"match_differs.{each.code}", stated=stated, found=found)
    return f"{_where(words, game.record.match, each.line)}: {what} [{each.code}]"


def _where(words: Words, match: MatchHeader | None, line: int) -> str:
    """A line, or a ply of a file that has no lines."""
    in_plies = match is not None and match.in_plies
    return words.say("files.at_ply" if in_plies else "files.at_line", line=str(line))


def _said(words: Words, game: FileGame, text: str, section: str | None) -> str:
    """One side of a disagreement: a player's name, the words of a code, or the text itself."""
    if section is not None and text:
        return words.template(f"{section}.{text}")
    names = {"player_1": game.record.players[0], "player_2": game.record.players[1]}
    return _name(words, names[text]) if text in names else shown(text)


def _name(words: Words, name: str) -> str:
    return shown(name) if name.strip() else words.template("files.no_name")


def _length(words: Words, match: MatchHeader) -> str:
    if not match.length or match.is_unlimited:
        return words.template("files.no_length")
    return words.count("files.length", match.length)


def _points(words: Words, points: int | None) -> str:
    return words.template("files.points_unknown") if points is None else words.count("files.points", points)
