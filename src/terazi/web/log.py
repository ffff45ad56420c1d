"""The public log under `/log/`: its files as they are published, and a proof of every game."""

import re
from pathlib import Path

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code
from terazi.core.types import GameId
from terazi.ledger.faults import Fault, FaultCode, Faulty
from terazi.ledger.proof import encode_proof
from terazi.ledger.source import FolderSource
from terazi.ledger.tiles import CHECKPOINT, LARGEST_BUNDLE, VERIFIER_KEY
from terazi.ledger.verify import open_log
from terazi.service.explanations import game
from terazi.service.publishing import prove_published
from terazi.web.desk import desk_of
from terazi.web.logs import log
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError, taken
from terazi.web.serving import JSON, STRICT, PathId, Responses, answers

router = APIRouter(prefix="/log", tags=["log"], dependencies=STRICT)

_TEXT, _BYTES = "text/plain; charset=utf-8", "application/octet-stream"
_AGAIN, _FOR_EVER = "no-cache", "public, max-age=31536000, immutable"
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
    return _file(request, f"tile/{path}", _BYTES, _FOR_EVER)


@router.get("/proofs/{game_id}", response_model=None, responses=_answers(JSON))
def get_proof(request: Request, game_id: PathId) -> Response:
    """The proof of a game, to be kept and checked offline: `terazi verify FILE`.

    A game of this very moment is in the log within a second: until then the answer is 503.
    """
    store, folder = desk_of(request).store, _folder(request)
    taken(game(store, GameId(game_id)), absent=Code.UNKNOWN_GAME)
    keeper = desk_of(request).log
    assert keeper is not None
    try:
        note, tree = open_log(FolderSource(folder), keeper.signer.key.verifier)
        proof = prove_published(store, tree, note, keeper.signer.key.verifier, GameId(game_id))
    except Faulty as faulty:
        log("the published log is at fault", code=faulty.fault.code, place=faulty.fault.place)
        raise ProblemError(ProblemCode.INTERNAL) from None
    if proof is None:
        raise ProblemError(ProblemCode.NOT_PUBLISHED_YET, headers={"Retry-After": "1"})
    return Response(encode_proof(proof), 200, {"Cache-Control": _AGAIN}, JSON)
