"""Ed25519 (RFC 8032) in integer arithmetic: slow, short, and nothing to install.

Points are in extended coordinates (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z. Checking takes some
milliseconds, signing too; signing here does not hide its timing, so a machine that strangers can measure
should sign with another library (every Ed25519 signs the same bytes alike).
"""

import hashlib

KEY_BYTES = 32
SIGNATURE_BYTES = 64

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_SQRT_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]
_NEUTRAL: _Point = (0, 1, 1, 0)


def _add(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: _Point) -> _Point:
    total = _NEUTRAL
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


def _x_of(y: int, sign: int) -> int | None:
    """The x of that parity on the curve at y, or None where there is none (RFC 8032, 5.1.3)."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _SQRT_MINUS_ONE % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    return x if x & 1 == sign else _P - x


def _encoded(point: _Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(KEY_BYTES, "little")


def _decoded(data: bytes) -> _Point | None:
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = _x_of(y, sign) if y < _P else None  # a y of P or more is no canonical encoding
    return None if x is None else (x, y, 1, x * y % _P)


def _base() -> _Point:
    y = 4 * pow(5, -1, _P) % _P
    x = _x_of(y, 0)
    assert x is not None, "the base point is on the curve (RFC 8032, 5.1)"
    return x, y, 1, x * y % _P


_BASE = _base()


def _hashed(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % _ORDER


def _secret_scalar(seed: bytes) -> tuple[int, bytes]:
    assert len(seed) == KEY_BYTES, "a seed has 32 bytes"
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:KEY_BYTES], "little")
    return scalar & (1 << 254) - 8 | 1 << 254, digest[KEY_BYTES:]  # RFC 8032, 5.1.5: the bits that are set


def public_key(seed: bytes) -> bytes:
    """The public key, 32 bytes, of a secret seed of 32 bytes (RFC 8032, 5.1.5)."""
    scalar, _ = _secret_scalar(seed)
    return _encoded(_times(scalar, _BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature, 64 bytes, of a message; the same message has one signature only (RFC 8032, 5.1.6)."""
    scalar, prefix = _secret_scalar(seed)
    nonce = _hashed(prefix, message)
    point = _encoded(_times(nonce, _BASE))
    challenge = _hashed(point, public_key(seed), message)
    return point + ((nonce + challenge * scalar) % _ORDER).to_bytes(KEY_BYTES, "little")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature is the key's over the message; False for anything malformed (RFC 8032, 5.1.7)."""
    if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    key, scalar = _decoded(public), int.from_bytes(signature[KEY_BYTES:], "little")
    if key is None or scalar >= _ORDER:  # a larger scalar would be a second signature of the same message
        return False
    challenge = _hashed(signature[:KEY_BYTES], public, message)
    minus_key = (_P - key[0], key[1], key[2], _P - key[3])
    point = _add(_times(scalar, _BASE), _times(challenge, minus_key))
    return _encoded(point) == signature[:KEY_BYTES]
