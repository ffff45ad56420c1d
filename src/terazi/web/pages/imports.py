"""Recorded matches into the ladder: upload, say what no file can know, look, and only then rate.

What was uploaded and answered goes along in the form, packed: nothing of it is kept here until it is rated,
so that any process can serve the next step, and a form that is sent twice says the same games again (R6).
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from terazi.core.codes import Code, Refusal
from terazi.core.types import Mode
from terazi.formats.match_found import upload
from terazi.formats.match_names import ProposedName, proposed_names
from terazi.formats.match_proposal import Given, Proposal, propose
from terazi.formats.match_review import LEAVE_OUT
from terazi.formats.rows import Reject
from terazi.service.keys import Scope
from terazi.service.match_import import Brought, bring_in
from terazi.service.sessions import Session
from terazi.web.pages.admin_session import facts, place
from terazi.web.pages.fields import Fields
from terazi.web.pages.forms import Form, Upload
from terazi.web.pages.moments import zone_named
from terazi.web.pages.places import Shown, Visit
from terazi.web.problems import ProblemError
from terazi.words.refusals import refusal_sentence

_LARGEST = "limits.batch_bytes"
MOST_FILES = 500
MOST_ROWS = 200
"""Games that wait for a person, or are listed, on one page; all are counted."""

Answers = dict[str, dict[str, str]]


@dataclass(slots=True, kw_only=True)
class _Sent:
    """What a person has told so far: files, answers by game id, ids by name."""

    files: list[Upload] = field(default_factory=list)
    answers: Answers = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)


def show(visit: Visit, session: Session) -> Shown:
    """The form of an upload."""
    return _page(visit, session, Fields(said={}), _Sent(), {})


def act(visit: Visit, session: Session, form: Form) -> Shown:
    """What the files come to, or into the ladder with them."""
    fields = Fields(said=form.fields)
    sent = _sent(form, visit.desk.settings[_LARGEST])
    given = _given(visit, fields, sent)
    if not sent.files:
        fields.refuse(Refusal(code=Code.MISSING_VALUE, field="files"))
    if len(sent.files) > MOST_FILES:
        found = str(len(sent.files))
        fields.refuse(Refusal(code=Code.BAD_VALUE, field="files", value=found, other=f"1 … {MOST_FILES}"))
    if fields.refused:
        return _page(visit, session, fields, sent, {})
    proposal = propose([upload(file.name, file.data) for file in sent.files], given)
    reports = [line.report for line in proposal.taken]
    done = fields.text("step") == "commit"
    brought = bring_in(visit.desk.store, reports, visit.now, dry_run=not done) if reports else None
    return _page(visit, session, fields, sent, _outcome(proposal, brought, done=done))


def _given(visit: Visit, fields: Fields, sent: _Sent) -> Given:
    name = fields.text("zone") or str(visit.zone)
    zone = zone_named(name[:64])
    if zone is None:
        fields.refuse(Refusal(code=Code.UNKNOWN_ZONE, field="zone", value=name))
    mode = fields.choice("mode", Mode.RANKED)
    return Given(zone=zone, mode=mode, ids=sent.ids or None, answers=sent.answers)


def _sent(form: Form, most: int) -> _Sent:
    """What the form carries along, with what was told now."""
    sent = _unpacked(form.fields.get("state", ""), most)
    sent.files = [file for file in form.files if file.data] or sent.files
    for name, told in form.fields.items():
        kind, _, number = name.partition("-")
        key = form.fields.get(f"key-{number}")
        if key is None or not told.strip():
            continue
        if kind == "id":
            sent.ids[key] = told.strip()
        elif kind in ("finished_at", "winner"):
            answer = sent.answers.setdefault(key, {"finished_at": "", "winner": ""})
            answer[kind] = told.replace(" ", "T", 1) if kind == "finished_at" else told
    return sent


def _packed(sent: _Sent) -> str:
    files = [[file.name, file.data.decode("latin-1")] for file in sent.files]
    whole = json.dumps({"files": files, "answers": sent.answers, "ids": sent.ids}, ensure_ascii=False)
    return base64.urlsafe_b64encode(zlib.compress(whole.encode("utf-8", "backslashreplace"))).decode()


def _unpacked(state: str, most: int) -> _Sent:
    """What was packed; it comes back through a browser, so it may be anything."""
    if not state:
        return _Sent()
    try:
        unpacking = zlib.decompressobj()
        whole = unpacking.decompress(base64.urlsafe_b64decode(state), 2 * most)
        told: Any = json.loads(whole) if not unpacking.unconsumed_tail else None
        files = [Upload(name=str(name), data=data.encode("latin-1")) for name, data in told["files"]]
        return _Sent(files=files, answers=_texts(told["answers"]), ids=dict(_text_pairs(told["ids"])))
    except (ValueError, TypeError, KeyError, AttributeError, zlib.error, RecursionError):
        raise ProblemError(Refusal(code=Code.BAD_VALUE, field="state")) from None


def _texts(told: Mapping[str, Mapping[str, str]]) -> Answers:
    wanted = ("finished_at", "winner")
    return {str(key): {name: str(answer[name]) for name in wanted} for key, answer in told.items()}


def _text_pairs(told: Mapping[str, str]) -> Sequence[tuple[str, str]]:
    return [(str(key), str(value)) for key, value in told.items()]


def _outcome(proposal: Proposal, brought: Brought | None, *, done: bool) -> dict[str, Any]:
    outcomes = list(zip(proposal.taken, brought.outcomes, strict=True)) if brought else []
    refused = [outcome for _, outcome in outcomes if isinstance(outcome, Refusal)]
    return {
        "proposal": proposal,
        "brought": brought,
        "done": done,
        "rows": outcomes[:MOST_ROWS],
        "good": len(outcomes) - len(refused),
        "again": sum(not isinstance(one, Refusal) and one.repeated for _, one in outcomes),
        "bad": len(refused),
        "more": max(0, len(outcomes) - MOST_ROWS),
        "review": proposal.review[:MOST_ROWS],
        "broken": _broken(proposal),
        "names": brought.names if brought else {},
    }


def _broken(proposal: Proposal) -> list[Reject]:
    """What no answer of a person can mend, or not in this form."""
    waiting = {row["game_id"] for row in proposal.review}
    return [reject for reject in proposal.refused if not waiting.intersection(reject.row.cells[:1])]


def _page(visit: Visit, session: Session, fields: Fields, sent: _Sent, more: Mapping[str, Any]) -> Shown:
    words = visit.words
    proposal: Proposal | None = more.get("proposal")
    nothing = {"proposal": None, "brought": None, "done": False}
    return Shown(
        template="admin_import.html",
        facts=facts(visit, session, fields)
        | nothing
        | dict(more)
        | {
            "modes": [(mode.value, words.label(mode)) for mode in Mode],
            "zone": fields.text("zone") or str(visit.zone),
            "state": _packed(sent) if sent.files else "",
            "files": sent.files,
            "ids": sent.ids,
            "players": _players(proposal),
            "leave_out": LEAVE_OUT,
            "sentence": lambda refusal: refusal_sentence(words, replace(refusal, field="")),
            "limit_bytes": visit.desk.settings[_LARGEST],
        },
    )


def _players(proposal: Proposal | None) -> Sequence[ProposedName]:
    return proposed_names(proposal.names) if proposal else ()


PLACES = (place("import", show=show, act=act, scope=Scope.REPORT, most=_LARGEST),)
