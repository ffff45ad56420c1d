"""Addresses within the site. Ids may hold any letter (R7): here alone they become part of an address."""

from urllib.parse import quote

FORMS = ("json", "csv", "atom", "html")
"""What may stand after the last dot of an address."""
_NOT_SENT = frozenset({".", ".."})
"""What a browser takes out of an address before it asks."""


def segment(text: str) -> str:
    """An id as the last step of an address; one that would be read otherwise ends in `.html`.

    >>> segment("a/b"), segment("ann"), segment("x.json"), segment("..")
    ('a%2Fb', 'ann', 'x.json.html', '...html')
    """
    plain = text in _NOT_SENT or text.rpartition(".")[2] in FORMS
    return quote(text, safe="") + (".html" if plain else "")


def parameter(text: str) -> str:
    """A text as the value of a parameter."""
    return quote(text, safe="")


def parted(last: str) -> tuple[str, str]:
    """The last step of an address as it was sent, without its form, and the form.

    >>> parted("ann"), parted("ann.json"), parted("x.json.html")
    (('ann', 'html'), ('ann', 'json'), ('x.json', 'html'))
    """
    name, dot, form = last.rpartition(".")
    return (name, form) if dot and form in FORMS else (last, "html")


def within(step: str) -> str:
    """An id that `segment` wrote, where more steps follow it.

    >>> within("ann"), within("x.json"), within("...html")
    ('ann', 'x.json', '..')
    """
    name, form = parted(step)
    return name if form == "html" else step


def player(language: str, player_id: str) -> str:
    """A player's page."""
    return f"/{language}/players/{segment(player_id)}"


def game(language: str, game_id: str) -> str:
    """A game's page."""
    return f"/{language}/games/{segment(game_id)}"


def tournament(language: str, tournament_id: str) -> str:
    """A tournament's page."""
    return f"/{language}/tournaments/{segment(tournament_id)}"


def entry(language: str, number: int) -> str:
    """The page of a void or an award, by its number in the ledger."""
    return f"/{language}/entries/{number}"


def twin(address: str, form: str) -> str:
    """The JSON, CSV or Atom twin of a page.

    >>> twin("/en/players/ann", "json"), twin("/en/?limit=5", "csv")
    ('/en/players/ann.json', '/en/leaderboard.csv?limit=5')
    """
    path, mark, query = address.partition("?")
    path = path.removesuffix(".html")
    if path.endswith("/"):
        path += "leaderboard"
    return f"{path}.{form}{mark}{query}"
