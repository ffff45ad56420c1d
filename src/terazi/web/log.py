"""The public log under `/log/`: its files as they are published, and a proof of every game."""

import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.core.types import EntryNumber, GameId
from terazi.ledger.checkpoint import LARGEST_SIZE
from terazi.ledger.faults import Fault, FaultCode, Faulty
from terazi.ledger.proof import encode_proof
from terazi.ledger.source import FolderSource
from terazi.ledger.tiles import CHECKPOINT, LARGEST_BUNDLE, VERIFIER_KEY
from terazi.ledger.verify import open_log
from terazi.service.explanations import game
from terazi.service.ladders import head
from terazi.service.publishing import prove_published
from terazi.web.desk import desk_of
from terazi.web.logs import log
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError, Where, taken
from terazi.web.serving import FOR_EVER, JSON, STRICT, PathId, Responses, answers

router = APIRouter(prefix="/log", tags=["log"], dependencies=STRICT)

_TEXT, _BYTES = "text/plain; charset=utf-8", "application/octet-stream"
_AGAIN = "no-cache"
Number = Annotated[int, PathParameter(ge=0, le=LARGEST_SIZE, description="An entry's number (R22).")]
_TILE = re.compile(r"(entries|[0-5])/(x[0-9]{3}/)*[0-9]{3}(\.p/[0-9]{1,3})?")


def _folder(request: Request) -> Path:
    keeper = desk_of(request).log
    if keeper is None:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return keeper.folder


def _file(request: Request, path: str, kind: str, cache: str) -> Response:
    data = FolderSource(_folder(request)).read(path, LARGEST_BUNDLE)
    if isinstance(data, Fault):
        gone = data.code is FaultCode.MISSING
        raise ProblemError(ProblemCode.NO_SUCH_PAGE if gone else ProblemCode.INTERNAL)
    return Response(data, 200, {"Content-Type": kind, "Cache-Control": cache})


def _answers(kind: str) -> Responses:
    found = {"description": "The file.", "content": {kind: {"schema": {"type": "string"}}}}
    return answers(None, problems=(404,)) | {200: found}


@router.get("/checkpoint", response_model=None, responses=_answers("text/plain"))
def get_checkpoint(request: Request) -> Response:
    """The signed head of the log (c2sp.org/tlog-checkpoint)."""
    return _file(request, CHECKPOINT, _TEXT, _AGAIN)


@router.get("/key", response_model=None, responses=_answers("text/plain"))
def get_key(request: Request) -> Response:
    """The log's verifier key, for who has not been given it elsewhere."""
    return _file(request, VERIFIER_KEY, _TEXT, _AGAIN)


@router.get("/tile/{path:path}", response_model=None, responses=_answers(_BYTES))
def get_tile(request: Request, path: str) -> Response:
    """A tile of hashes, or a bundle of entries (c2sp.org/tlog-tiles); it never changes."""
    if not _TILE.fullmatch(path):
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return _file(request, f"tile/{path}", _BYTES, FOR_EVER)


@router.get("/proofs/{game_id}", response_model=None, responses=_answers(JSON))
def get_proof(request: Request, game_id: PathId) -> Response:
    """The proof of a game, to be kept and checked offline: `terazi verify FILE`.

    A game of this very moment is in the log within a second: until then the answer is 503.
    """
    _folder(request)
    taken(game(desk_of(request).store, GameId(game_id)), absent=Code.UNKNOWN_GAME)
    return _proof(request, GameId(game_id))


@router.get("/entries/{number}", response_model=None, responses=_answers(JSON))
def get_entry(request: Request, number: Number) -> Response:
    """The proof of the entry of a number, with those that its sums follow from: as that of a game."""
    _folder(request)
    if number >= head(desk_of(request).store).number:
        refusal = Refusal(code=Code.UNKNOWN_ENTRY, field="number", value=str(number))
        raise ProblemError(refusal, absent=Code.UNKNOWN_ENTRY, where=Where(parameter="number"))
    return _proof(request, EntryNumber(number))


def _proof(request: Request, wanted: GameId | EntryNumber) -> Response:
    keeper = desk_of(request).log
    assert keeper is not None, "asked for its folder before"
    key = keeper.signer.key.verifier
    try:
        note, tree = open_log(FolderSource(keeper.folder), key)
        proof = prove_published(desk_of(request).store, tree, note, key, wanted)
    except Faulty as faulty:
        log("the published log is at fault", code=faulty.fault.code, place=faulty.fault.place)
        raise ProblemError(ProblemCode.INTERNAL) from None
    if proof is None:
        raise ProblemError(ProblemCode.NOT_PUBLISHED_YET, headers={"Retry-After": "1"})
    return Response(encode_proof(proof), 200, {"Cache-Control": _AGAIN}, JSON)
