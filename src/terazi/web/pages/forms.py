"""Bodies of forms: fields, and uploaded files. Nothing here is trusted, and nothing is kept."""

from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesHeaderParser
from urllib.parse import parse_qsl

from terazi.core.codes import Code, Refusal
from terazi.web.problems import BODY, ProblemError

MOST_FIELDS = 5_000
_FORM = "application/x-www-form-urlencoded"
_UPLOAD = "multipart/form-data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file as it was sent, with the name that its sender gave it."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What was sent; of a field that is told several times the last counts."""

    fields: dict[str, str] = field(default_factory=dict)
    files: tuple[Upload, ...] = ()


def form_in(content_type: str, body: bytes) -> Form:
    """The form of a body; refused where it is none (`bad_value`)."""
    kind = _header(f"Content-Type: {content_type}".encode("latin-1", "replace"))
    if kind.get_content_type() == _FORM:
        return Form(fields=_urlencoded(body))
    boundary = kind.get_param("boundary")
    if kind.get_content_type() == _UPLOAD and isinstance(boundary, str) and boundary:
        return _multipart(body, boundary.encode("latin-1", "replace"))
    raise _no_form("Content-Type")


def _no_form(value: str) -> ProblemError:
    return ProblemError(Refusal(code=Code.BAD_VALUE, value=value, other=f"{_FORM}, {_UPLOAD}"), where=BODY)


def _urlencoded(body: bytes) -> dict[str, str]:
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:  # not ASCII, or too many fields
        raise _no_form("body") from None
    return dict(pairs)


def _multipart(body: bytes, boundary: bytes) -> Form:
    """The parts of RFC 7578: each begins after a line with the boundary; the last such line ends in `--`."""
    _, *parts = (b"\r\n" + body).split(b"\r\n--" + boundary)
    if not parts or not parts[-1].startswith(b"--") or len(parts) > MOST_FIELDS:
        raise _no_form("body")
    fields: dict[str, str] = {}
    files: list[Upload] = []
    for part in parts[:-1]:
        head, blank, data = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        if not blank:
            raise _no_form("body")
        told = _header(head)
        name, file_name = _said(told, "name"), _said(told, "filename")
        if file_name is None:
            fields[name or ""] = data.decode("utf-8", "replace")
        elif file_name or data:  # a browser sends an empty file where none was chosen
            files.append(Upload(name=file_name, data=data))
    return Form(fields=fields, files=tuple(files))


def _header(lines: bytes) -> Message:
    return BytesHeaderParser().parsebytes(lines)


def _said(told: Message, name: str) -> str | None:
    value = told.get_param(name, header="content-disposition")
    if not isinstance(value, str):
        return None
    plain = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return plain.replace("%22", '"')
