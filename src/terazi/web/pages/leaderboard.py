"""The leaderboard: the front page."""

from terazi.service.boards import leaderboard
from terazi.web.pages.places import TWINS, Place, Shown, Visit

PAGE = 50


def show(visit: Visit) -> Shown:
    """Who stands where."""
    board = leaderboard(visit.desk.store, limit=PAGE)
    return Shown(template="leaderboard.html", facts={"board": board})


PLACES = (
    Place(steps=("",), show=show),
    Place(steps=("leaderboard",), show=show, forms=TWINS),
)
