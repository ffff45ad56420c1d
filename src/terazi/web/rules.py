"""The rulebook: read by everybody, changed with a date (R3, R20)."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.entries import Settings
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition, Rulebook
from terazi.formats.instants import instant_text
from terazi.formats.rulebook_toml import edition_from
from terazi.ledger.digest import table_sha256
from terazi.service.keys import Scope
from terazi.service.ladders import change_rulebook, rulebook, settings
from terazi.web.bodies import EditionBody
from terazi.web.desk import desk_of, need
from terazi.web.models_ladder import ChangedAnswer, RulebookAnswer
from terazi.web.problems import taken
from terazi.web.reading import model_in, read_body
from terazi.web.serving import STRICT, answers, needs, shown, takes, told

router = APIRouter(prefix="/v1", tags=["rulebook"], dependencies=STRICT)


def formula_members(formula: Formula) -> dict[str, Any]:
    """A version's parameters; `assumed` where one was never published."""
    return asdict(formula) | {"assumed": formula.assumed}


def _edition_members(edition: Edition) -> dict[str, Any]:
    return {
        "effective_from": instant_text(edition.effective_from),
        "formula": formula_members(edition.formula),
        "table_sha256": table_sha256(edition.formula),
    }


@router.get("/rulebook", response_model=None, responses=answers(RulebookAnswer))
def get_rulebook(request: Request) -> Response:
    """The dated list of versions, and the rule settings in force."""
    store = desk_of(request).store
    return shown(request, rulebook_members(rulebook(store), settings(store)))


def rulebook_members(rules: Rulebook, chosen: Settings) -> dict[str, Any]:
    """The dated list of versions, and the rule settings in force."""
    return {"versions": list(map(_edition_members, rules.editions)), "settings": asdict(chosen)}


@router.post(
    "/rulebook",
    response_model=None,
    responses=answers(ChangedAnswer, 200, 201, problems=(400, 401, 403, 408, 413)),
    openapi_extra=needs(takes(EditionBody)),
)
async def post_rulebook(request: Request) -> Response:
    """Put a version into force from an instant on; written into the ledger before it takes effect."""
    need(request, Scope.ADMIN)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, EditionBody)
    edition = taken(edition_from(body.model_dump(exclude_none=True)))
    answer = taken(await run_in_threadpool(change_rulebook, desk.store, edition, desk.now()))
    members = {
        "number": answer.entry.number,
        "accepted_at": instant_text(answer.entry.accepted_at),
        "version": _edition_members(edition),
    }
    return told(members, 200 if answer.repeated else 201)
