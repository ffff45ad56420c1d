"""A person signed in to the pages of administration, who fills in forms as a browser sends them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx2 as httpx

from tests.web.pages.reading import Element, document
from tests.web.service import Service

FORM = "application/x-www-form-urlencoded"
BOUNDARY = "----a-boundary"


@dataclass(slots=True)
class Person:
    """Somebody with a browser of their own: a cookie, and the token of their session."""

    service: Service
    cookie: str
    proof: str = ""

    def get(self, path: str, **more: Any) -> httpx.Response:
        """A page, as this person sees it."""
        headers = {"Cookie": f"terazi_admin={self.cookie}"} | more.pop("headers", {})
        return self.service.send("GET", path, key=None, headers=headers, follow_redirects=False, **more)

    def page(self, path: str) -> Element:
        """A page that is there."""
        response = self.get(path)
        assert response.status_code == 200, (path, response.status_code, response.text[:300])
        assert response.headers["cache-control"] == "no-store"
        assert "etag" not in response.headers
        assert "content-encoding" not in response.headers
        return document(response.text)

    def send(self, path: str, fields: Mapping[str, str], **more: Any) -> httpx.Response:
        """A form, sent from a page of the site."""
        body = urlencode({"proof": self.proof} | dict(fields)).encode()
        return self.post(path, body, FORM, **more)

    def post(self, path: str, body: bytes, kind: str, **more: Any) -> httpx.Response:
        """A body of some kind."""
        headers = {"Cookie": f"terazi_admin={self.cookie}", "Content-Type": kind} | more.pop("headers", {})
        return self.service.send("POST", path, body, key=None, headers=headers, follow_redirects=False)

    def upload(
        self, path: str, fields: Mapping[str, str], files: Sequence[tuple[str, bytes]] = ()
    ) -> httpx.Response:
        """A form with files."""
        body = multipart({"proof": self.proof} | dict(fields), files)
        return self.post(path, body, f"multipart/form-data; boundary={BOUNDARY}")

    def done(self, path: str, fields: Mapping[str, str]) -> Element:
        """What is answered to a form that was taken."""
        return read(self.send(path, fields))


def read(response: httpx.Response) -> Element:
    """The page of an answer."""
    assert response.status_code == 200, (response.status_code, response.text[:400])
    return document(response.text)


def multipart(fields: Mapping[str, str], files: Sequence[tuple[str, bytes]]) -> bytes:
    """A body as RFC 7578 has it."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    for name, data in files:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'
        parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + data + b"\r\n")
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def sign_in(service: Service, key: str = "all", **more: Any) -> httpx.Response:
    """What is answered to a key."""
    body = urlencode({"key": service.keys.get(key, key)}).encode()
    headers = {"Content-Type": FORM} | more.pop("headers", {})
    return service.send(
        "POST", "/en/admin/sign-in", body, key=None, headers=headers, follow_redirects=False, **more
    )


def signed_in(service: Service, key: str = "all") -> Person:
    """Somebody who has signed in."""
    response = sign_in(service, key)
    assert response.status_code == 303, response.text
    cookie = response.cookies["terazi_admin"]
    service.client.cookies.clear()
    person = Person(service, cookie)
    (proof, *_) = person.page("/en/admin").all("input", name="proof")
    person.proof = proof.attributes["value"]
    return person


def entries(service: Service) -> int:
    """How many entries the ledger has."""
    from terazi.service.ladders import head

    return head(service.store).number
