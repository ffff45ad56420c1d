"""A page as a test reads it: its elements, by the standard library's parser."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from tests.web.service import Service

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass(slots=True)
class Element:
    """One element: its name, attributes, children and text."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text within, white space joined."""
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return " ".join("".join(parts).split())

    def all(self, name: str, /, **attributes: str) -> list["Element"]:
        """Every element within by name and attributes (`class_` for class: one of its words)."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                if child.name == name and child._has(attributes):
                    found.append(child)
                found += child.all(name, **attributes)
        return found

    def one(self, name: str, /, **attributes: str) -> "Element":
        """The only such element."""
        found = self.all(name, **attributes)
        assert len(found) == 1, (name, attributes, len(found))
        return found[0]

    def _has(self, attributes: dict[str, str]) -> bool:
        own = self.attributes
        return all(
            value in own.get("class", "").split() if key == "class_" else own.get(key) == value
            for key, value in attributes.items()
        )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def document(text: str) -> Element:
    """The page's elements; every one must be closed in its turn."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].name}> is never closed"
    return reader.open[0]


def page(service: Service, path: str, status: int = 200, **more: Any) -> Element:
    """A page of the service, held to what every page owes: its language, one h1, a tag, a strict policy."""
    response = service.send("GET", path, key=None, **more)
    assert response.status_code == status, (response.status_code, response.text[:400])
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    whole = document(response.text)
    assert whole.one("html").attributes["lang"] == path[1:3]
    assert whole.one("h1").text
    assert whole.one("head").one("title").text
    assert status != 200 or response.headers["etag"]
    assert not whole.all("script", src="")
    assert all("src" in script.attributes for script in whole.all("script")), "no inline script"
    styled = [name for name in ("style",) if whole.all(name)]
    assert not styled, "no inline style"
    return whole
