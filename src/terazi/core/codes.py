"""Codes for everything that is refused or left unrated (R19), and the refusal as a value.

Every code has its sentence in `words`, in Turkish and English; here are no sentences.
"""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Why something was refused."""

    # reading a file or a body
    NOT_FOUND = "not_found"
    NOT_A_FILE = "not_a_file"
    UNREADABLE = "unreadable"
    EMPTY_FILE = "empty_file"
    NO_GAMES = "no_games"
    NEEDS_PACKAGE = "needs_package"
    TRUNCATED_GZIP = "truncated_gzip"
    BAD_UTF8 = "bad_utf8"
    NUL_BYTE = "nul_byte"
    LINE_TOO_LONG = "line_too_long"
    BAD_CSV = "bad_csv"
    BAD_JSON = "bad_json"
    WRONG_FIELD_COUNT = "wrong_field_count"
    NOT_A_LEDGER = "not_a_ledger"
    MISSING_COLUMN = "missing_column"
    REPEATED_COLUMN = "repeated_column"
    # one value
    MISSING_VALUE = "missing_value"
    BAD_VALUE = "bad_value"
    UNKNOWN_FIELD = "unknown_field"
    BAD_TIME = "bad_time"
    TIME_TOO_FINE = "time_too_fine"
    TIME_WITHOUT_OFFSET = "time_without_offset"
    TIME_AMBIGUOUS = "time_ambiguous"
    TIME_SKIPPED = "time_skipped"
    UNKNOWN_ZONE = "unknown_zone"
    BAD_PLAYER_ID = "bad_player_id"
    BAD_GAME_ID = "bad_game_id"
    BAD_TOURNAMENT_ID = "bad_tournament_id"
    UNKNOWN_MODE = "unknown_mode"
    UNKNOWN_WIN = "unknown_win"
    UNKNOWN_TERMINATION = "unknown_termination"
    CUBE_OUT_OF_RANGE = "cube_out_of_range"
    # the facts of a game
    SAME_PLAYER = "same_player"
    DRAW = "draw"
    WINNER_AT_FAULT = "winner_at_fault"
    FAULT_NOT_A_PLAYER = "fault_not_a_player"
    FAULT_WITHOUT_CAUSE = "fault_without_cause"
    WIN_NOT_SINGLE = "win_not_single"
    # a game told by its events
    EVENT_OUT_OF_PLACE = "event_out_of_place"
    EVENTS_OUT_OF_ORDER = "events_out_of_order"
    NO_OUTCOME = "no_outcome"
    # the ladder
    CONFLICT = "conflict"
    NO_FORMULA = "no_formula"
    TOO_LATE = "too_late"
    IN_THE_FUTURE = "in_the_future"
    UNKNOWN_GAME = "unknown_game"
    ALREADY_REPLACED = "already_replaced"
    REPLACED_STANDS = "replaced_stands"
    UNKNOWN_PLAYER = "unknown_player"
    PLAYER_ERASED = "player_erased"
    OPENING_TOO_LATE = "opening_too_late"
    UNKNOWN_ENTRY = "unknown_entry"
    NOT_VOIDABLE = "not_voidable"
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    LIST_CHANGED = "list_changed"
    BAD_PODIUM = "bad_podium"
    NO_AWARD = "no_award"
    # versions and settings
    RULEBOOK_BACKDATED = "rulebook_backdated"
    RULEBOOK_EMPTY = "rulebook_empty"
    UNKNOWN_FORMULA = "unknown_formula"
    BAD_FORMULA = "bad_formula"
    BAD_SETTING = "bad_setting"


class Unrated(StrEnum):
    """Why a recorded game did not change a rating (R19)."""

    BOOSTED = "boosted"
    TOURNAMENT = "tournament"
    ABORTED = "aborted"
    VOID = "void"


class VoidReason(StrEnum):
    """Why a game or an award was taken back (R16)."""

    OUTAGE = "outage"
    CHEATING = "cheating"
    WRONG_RESULT = "wrong_result"
    TEST = "test"
    OTHER = "other"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Expected trouble as a value: what was refused, where, and what it said.

    `field` is the column or key at fault, `value` what stood there, `other` what it collides with or
    should have been; each is empty where the code says all.
    """

    code: Code
    field: str = ""
    value: str = ""
    other: str = ""
