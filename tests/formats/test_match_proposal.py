"""Uploads and answers -> what would be rated: every game once, and nothing guessed."""

from collections import Counter
from zoneinfo import ZoneInfo

from terazi.core.codes import Code
from terazi.core.reports import OutcomeReport
from terazi.formats.mat_write import DIALECTS, write_mat
from terazi.formats.match_found import MatchSource, upload
from terazi.formats.match_names import proposed_names
from terazi.formats.match_proposal import Duplicate, Given, Proposal, propose
from tests.formats.match_maker import made_match

ZONE = ZoneInfo("Europe/Istanbul")
MATCH = made_match(11, 3, (("ayla", "bora"),))
OTHER = made_match(12, 3, (("ilk", "İlk"),))
TEXT = write_mat(MATCH, DIALECTS["gnubg"])
DATED = Given(zone=ZONE)


def sources(**texts: str) -> list[MatchSource]:
    return [upload(f"{name}.mat", text.encode()) for name, text in texts.items()]


def reports(proposal: Proposal) -> list[OutcomeReport]:
    told = [line.report for line in proposal.taken]
    return [report for report in told if isinstance(report, OutcomeReport)]


def without(text: str, *tags: str) -> str:
    return "".join(
        line for line in text.splitlines(keepends=True) if not any(f"[{tag} " in line for tag in tags)
    )


def test_every_game_of_the_uploads_is_a_report() -> None:
    proposal = propose(sources(a=TEXT, b=write_mat(OTHER, DIALECTS["xg"])), DATED)
    assert len(reports(proposal)) == len(MATCH) + len(OTHER)
    assert not proposal.refused
    assert not proposal.review
    assert not proposal.duplicates


def test_the_same_uploads_and_answers_give_the_same_proposal() -> None:
    assert propose(sources(a=TEXT), DATED) == propose(sources(a=TEXT), DATED)


def test_a_match_given_again_counts_once_and_is_named_with_its_first_place() -> None:
    once = propose(sources(a=TEXT), DATED)
    again = propose(sources(a=TEXT, b=write_mat(MATCH, DIALECTS["galaxy"])), DATED)
    assert again.lines == once.lines
    assert again.repeats == len(again.duplicates) == len(MATCH)
    for each in again.duplicates:
        assert isinstance(each, Duplicate)
        assert (each.place.split(":")[0], each.first.split(":")[0]) == ("b.mat", "a.mat")


def test_what_a_file_does_not_say_waits_for_a_person_and_is_taken_with_the_answer() -> None:
    undated = sources(a=without(TEXT, "EventDate", "EventTime"))
    asked = propose(undated, DATED)
    assert not asked.taken
    assert {row["why"] for row in asked.review} == {"finished_at missing_value"}
    answers = {row["game_id"]: {**row, "finished_at": "2026-11-08T21:00"} for row in asked.review}
    taken = propose(undated, Given(zone=ZONE, answers=answers))
    assert len(taken.taken) == len(MATCH)
    assert not taken.review


def test_a_game_that_a_person_leaves_out_is_neither_taken_nor_refused() -> None:
    first = propose(sources(a=TEXT), DATED).taken[0].report
    left = propose(
        sources(a=TEXT),
        Given(zone=ZONE, answers={first.game_id: {"finished_at": "", "winner": "-"}}),
    )
    assert left.left_out == (first.game_id,)
    assert len(left.lines) == len(MATCH) - 1


def test_an_answer_that_names_neither_player_is_refused_and_still_waits() -> None:
    first = propose(sources(a=TEXT), DATED).taken[0].report.game_id
    answers = {first: {"finished_at": "", "winner": "zeki"}}
    asked = propose(sources(a=TEXT), Given(zone=ZONE, answers=answers))
    (refused,) = asked.refused
    assert (refused.refusal.code, refused.refusal.field) == (Code.BAD_VALUE, "winner")
    assert [row["game_id"] for row in asked.review] == [first]


def test_answers_about_other_games_are_told() -> None:
    answers = {"no/such/001": {"finished_at": "", "winner": "-"}}
    assert propose(sources(a=TEXT), Given(zone=ZONE, answers=answers)).unused_answers == ("no/such/001",)
    assert propose(sources(a=TEXT), DATED).unused_answers == ()


def test_a_contradiction_waits_with_the_place_that_it_contradicts() -> None:
    other = (
        TEXT.replace(" Drops", " Takes", 1).replace("31:", "41:").replace("62:", "61:").replace("54:", "53:")
    )
    assert other != TEXT
    asked = propose(sources(a=TEXT, b=other), DATED)
    told = [row["why"] for row in asked.review]
    assert told
    assert all(why.startswith("contradicts a.mat:") for why in told)
    assert {each.game_id for each in asked.duplicates if not each.same} == {
        row["game_id"] for row in asked.review
    }


def test_names_become_ids_and_a_name_without_one_is_refused() -> None:
    proposal = propose(sources(a=TEXT), Given(zone=ZONE, ids={"ayla": "7", "bora": "8"}))
    assert {report.winner for report in reports(proposal)} <= {"7", "8"}
    unknown = propose(sources(a=TEXT), Given(zone=ZONE, ids={"ayla": "7"}))
    assert {reject.refusal.code for reject in unknown.refused} == {Code.UNKNOWN_PLAYER}
    assert not unknown.review


def test_the_mode_given_is_that_of_every_game() -> None:
    assert {r.mode for r in reports(propose(sources(a=TEXT), Given(zone=ZONE, mode="boosted")))} == {
        "boosted"
    }


def test_times_without_a_zone_are_refused() -> None:
    proposal = propose(sources(a=TEXT), Given())
    assert {reject.refusal.code for reject in proposal.refused} == {Code.TIME_WITHOUT_OFFSET}


def test_an_upload_without_games_is_refused_and_the_others_are_read() -> None:
    odd = [upload("photo.jpg", b"\xff\xd8" + bytes(99)), *sources(a=TEXT), upload("empty.mat", b"")]
    proposal = propose(odd, DATED)
    assert len(proposal.taken) == len(MATCH)
    assert [(reject.row.path, reject.refusal.code) for reject in proposal.refused] == [
        ("photo.jpg", Code.NO_GAMES),
        ("empty.mat", Code.NO_GAMES),
    ]


def test_every_name_is_proposed_with_those_it_could_be_confused_with() -> None:
    proposal = propose(sources(a=TEXT, b=write_mat(OTHER, DIALECTS["xg"])), Given())
    assert proposal.names == Counter(ayla=len(MATCH), bora=len(MATCH), ilk=len(OTHER), İlk=len(OTHER))
    flagged = {each.name: each.alike for each in proposed_names(proposal.names)}
    assert flagged == {"ayla": (), "bora": (), "ilk": ("İlk",), "İlk": ("ilk",)}
