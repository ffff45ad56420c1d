"""Reading `.mat` and `.txt` match files of every dialect: lines in, games and notes out.

The format (Jellyfish's, as many programs write it) has no definition; each program spells it in its own
way, and files are broken in theirs. So columns are not trusted where words can decide, nothing that can be
read is refused, and whatever cannot be used becomes a note with its line.
"""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from terazi.board.side import Side
from terazi.formats.mat_cells import Place, ordinary_turns, read_cell
from terazi.formats.mat_lines import (
    GAME,
    SET_POSITION,
    CellText,
    ScoreLine,
    is_blank,
    is_heading,
    lone_side,
    match_length_of,
    numbered_cells,
    result_line,
    score_line,
    tags_of,
    unglued,
)
from terazi.formats.mat_state import GameBeingRead, MatchBeingRead, reconciled
from terazi.formats.match import (
    MOST_ACTIONS,
    UNLIMITED_LENGTHS,
    GameRecord,
    MatchStream,
    StatedResult,
)
from terazi.formats.match_notes import Note, NoteCode, joined_runs, note

LONGEST_LINE = 4096
"""What is read of a line, in characters; the longest of real match files has about 200."""


def read_mat(lines: Iterable[str | Note]) -> MatchStream:
    """The games of a `.mat` file in its order, with a note for every oddity; never empty, never raises.

    `lines` come from `decode.decoded_lines` or `decode.text_lines`. Holds one game in memory.
    """
    reader = _Reader()
    yield from joined_runs(_read(reader, lines))


def _read(reader: "_Reader", lines: Iterable[str | Note]) -> MatchStream:
    number = 0
    for line in lines:
        if isinstance(line, Note):
            yield line
            continue
        number += 1
        if reader.takes(line, number):
            continue
        if len(line) > LONGEST_LINE:
            yield note(number, NoteCode.LINE_CUT, line)
        if not is_blank(line):
            yield from reader.line(line[:LONGEST_LINE], number)
    yield from reader.end()


class _Reader:
    """What must be remembered from line to line."""

    def __init__(self) -> None:
        self.match = MatchBeingRead(1)
        self.game: GameBeingRead | None = None
        self.length_after_games: int | None = None
        self.games = 0

    def takes(self, text: str, line: int) -> bool:
        """Takes in a line of a game that says nothing but how its next turns were played; else leaves it."""
        game = self.game
        if game is None or game.result is not None or len(text) > LONGEST_LINE:
            return False
        ordinary = ordinary_turns(text, line)
        if ordinary is None or not ordinary[0] == game.turn_number + 1 < MOST_ACTIONS // 2:
            return False
        game.turn_number, gap, turns = ordinary
        if len(turns) == 1 and lone_side(gap) is Side.SECOND:
            turns = [replace(turns[0], side=Side.SECOND)]
        game.actions += turns
        game.last_line = line
        return True

    def line(self, text: str, line: int) -> MatchStream:
        """Takes in one line that is not blank."""
        todo = unglued(text) if not is_heading(text) and self._score_line(text) is None else [text]
        if len(todo) > 1:
            yield note(line, NoteCode.GLUED_LINES, text)
        while todo:
            rest = yield from self._piece(todo.pop(0), line)
            if not is_blank(rest):
                todo.insert(0, rest)

    def end(self) -> MatchStream:
        """Finishes the file."""
        yield from self._end_match()
        if not self.games and self.match.heading.is_empty:
            yield note(0, NoteCode.NO_GAMES)

    # matches

    def _heading_line(self, text: str, line: int) -> Generator[GameRecord | Note, None, str]:
        tags, rest = tags_of(text)
        if tags and (self.match.began or self.match.heading.length is not None):
            yield from self._new_match(line)
        for name, value in tags:
            yield from self.match.heading.add(name, value, line)
        if tags and not is_blank(rest):
            yield note(line, NoteCode.GLUED_LINES, text)
            return rest
        if not tags and "[" in text:
            yield note(line, NoteCode.BROKEN_TAG, text)
        if self.game is not None and SET_POSITION.match(text):
            self.game.from_opening = False
            yield note(line, NoteCode.SETUP_POSITION, text)
        return ""

    def _length_line(self, length: int, line: int) -> MatchStream:
        if self.match.began:
            self.length_after_games = length  # another match, or the same one said again: its game will tell
            return
        if self.match.heading.length is not None:
            yield from self._new_match(line)
        self.match.heading.length = length
        if length and length in UNLIMITED_LENGTHS:
            yield note(line, NoteCode.MAYBE_UNLIMITED, str(length))

    def _new_match(self, line: int) -> MatchStream:
        yield from self._end_match()
        self.match = MatchBeingRead(line)
        self.length_after_games = None

    def _end_match(self) -> MatchStream:
        yield from self._end_game()
        if not self.match.began and not self.match.heading.is_empty:
            yield note(self.match.heading.line, NoteCode.NO_GAMES)

    # games

    def _game_line(self, number: int, line: int) -> MatchStream:
        yield from self._end_game()
        follows = number == self.match.last_number + 1
        length, self.length_after_games = self.length_after_games, None
        if length is not None and not (follows and length == self.match.heading.length):
            yield from self._new_match(line)
            self.match.heading.length = length
        if number != self.match.last_number + 1:
            yield note(line, NoteCode.GAME_NUMBER, f"{number} after {self.match.last_number}")
        self.match.last_number = number
        self._begin_game(line, number)

    def _begin_game(self, line: int, number: int | None) -> GameBeingRead:
        self.game = GameBeingRead(line, number)
        self.match.began = True
        return self.game

    def _game_at(self, line: int) -> Iterator[Note]:
        """Makes sure that a game is being read."""
        if self.game is None:
            yield note(line, NoteCode.NO_GAME_HEADER)
            self._begin_game(line, None)

    def _end_game(self) -> MatchStream:
        game, self.game = self.game, None
        if game is None:
            return
        match = self.match
        players = game.players or match.players or match.heading.named or ("", "")
        if match.header is None:
            match.header = match.heading.header(players)
            yield from match.heading.notes()
        if game.score is None:
            yield note(game.line, NoteCode.NO_SCORE_LINE)
        self.games += 1
        yield GameRecord(
            match=match.header,
            players=players,
            line=game.line,
            last_line=game.last_line,
            number=game.number,
            score=game.score,
            actions=tuple(game.actions),
            result=game.result,
            from_opening=game.from_opening,
        )

    # lines of a game

    def _piece(self, text: str, line: int) -> Generator[GameRecord | Note, None, str]:
        """Takes in one piece of a line; what it returns is yet to be read."""
        if is_heading(text):
            return (yield from self._heading_line(text, line))
        if (scored := self._score_line(text)) is not None:
            yield from self._scored(scored, line)
        elif (length := match_length_of(text)) is not None:
            yield from self._length_line(length, line)
        elif (game := GAME.match(text)) is not None:
            yield from self._game_line(int(game[1]), line)
            return text[game.end() :]
        elif (numbered := numbered_cells(text)) is not None:
            yield from self._numbered_line(*numbered, line)
        elif (found := result_line(text, self.match.right_column, self._known_names())) is not None:
            yield from self._result_line(*found, line)
        else:
            yield note(line, NoteCode.NOT_UNDERSTOOD, text)
        return ""

    def _numbered_line(self, number: int, cells: list[CellText], left_over: str, line: int) -> MatchStream:
        if self.game is not None and self.game.result is not None and number == 1 and cells:
            yield from self._end_game()  # a game that begins without a header
        yield from self._game_at(line)
        game = self.game
        assert game is not None
        game.last_line = line
        if number != game.turn_number + 1:
            yield note(line, NoteCode.LINE_NUMBER, f"{number} after {game.turn_number}")
        game.turn_number = number
        for cell in cells:
            yield from self._cell(game, cell, line)
        if left_over:
            yield note(line, NoteCode.TOO_MANY_CELLS, left_over)

    def _cell(self, game: GameBeingRead, cell: CellText, line: int) -> Iterator[Note]:
        said, oddity = read_cell(cell.text, Place(side=cell.side, line=line))
        if isinstance(said, StatedResult):
            oddity = game.state(said)
        elif said is not None and len(game.actions) < MOST_ACTIONS:
            game.actions.append(said)
        elif said is not None:
            oddity = None
            yield from self.match.once(line, NoteCode.GAME_TOO_LONG, cell.text)
        if oddity is not None:
            yield oddity

    def _result_line(self, side: Side | None, words: str, line: int) -> Iterator[Note]:
        yield from self._game_at(line)
        game = self.game
        assert game is not None
        game.last_line = line
        said, _ = read_cell(words, Place(side=side or Side.FIRST, line=line))
        assert isinstance(said, StatedResult), words
        if side is None:
            yield note(line, NoteCode.WINNER_COLUMN, words)
            said = replace(said, side=None)
        oddity = game.state(said)
        if oddity is not None:
            yield oddity

    # the line of names and points

    def _known_names(self) -> tuple[str, ...]:
        return self.match.players or self.match.heading.named or ()

    def _score_line(self, text: str) -> ScoreLine | None:
        if self.game is None or not self.game.awaits_score:
            return None
        return score_line(text, self._known_names())

    def _scored(self, scored: ScoreLine, line: int) -> Iterator[Note]:
        assert self.game is not None
        self.match.right_column = scored.right_column
        players, code = reconciled(scored.players, self.match.heading.named)
        self.game.score, self.game.last_line = scored.score, line
        self.game.players = self.match.players = players
        if code is not None:
            yield from self.match.once(line, code, " / ".join(scored.players))
        if not all(players):
            yield from self.match.once(line, NoteCode.EMPTY_NAME, " / ".join(players))
        elif players[0] == players[1]:
            yield from self.match.once(line, NoteCode.SAME_NAMES, players[0])
