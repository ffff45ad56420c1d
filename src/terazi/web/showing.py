"""What the ladder knows, as JSON members: instants as RFC 3339, players by the operator's ids."""

import json
from collections.abc import Mapping
from typing import Any

from terazi.core.codes import Unrated
from terazi.core.entries import Award, Effect, Entry, Moved, Rated, Scored, Void
from terazi.core.types import EntryNumber, Game, PlayerId, PlayerNumber
from terazi.formats.instants import instant_text
from terazi.service.answers import Answer
from terazi.service.explanations import GameView
from terazi.store.names import Names

Members = dict[str, Any]
Ids = Mapping[PlayerNumber, PlayerId]


def to_json(members: Any) -> bytes:
    """Members as the bytes of a body."""
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode()


def instant(at: int | None) -> str | None:
    """An instant (UTC ms) as RFC 3339."""
    return None if at is None else instant_text(at)


def ids_of(names: Names) -> Ids:
    """Ids by number, of names."""
    return {number: name.player for number, name in names.items()}


def who(names: Names, number: PlayerNumber) -> Members:
    """A player's id and name; no id, and the number, once they were erased (R7)."""
    name = names.get(number)
    return {"player": name and name.player, "name": name.shown if name else f"#{number}"}


def side_members(effect: Effect, ids: Ids) -> Members:
    """What an entry did to one player; `player` is null once they were erased (R7)."""
    members: Members = {"player": ids.get(effect.player), "player_number": effect.player}
    match effect:
        case Rated(change=change, games_recent=recent, k=k):
            return members | {
                "before": change.before,
                "delta": change.delta,
                "after": change.after,
                "k": k,
                "recent": recent,
            }
        case Moved(change=change):
            return members | {"before": change.before, "delta": change.delta, "after": change.after}
        case Scored(points=points, sparks=sparks):
            return members | {"points": points, "sparks": sparks, "assumed": True}  # R14
        case _:
            return members


def game_members(entry: Entry, ids: Ids) -> Members:
    """A game's entry: its facts, what it did to both, or why it changed no rating (R19)."""
    game = entry.facts
    assert isinstance(game, Game)
    winner, loser = entry.effects
    members: Members = {
        "game_id": game.game_id,
        "number": entry.number,
        "accepted_at": instant_text(entry.accepted_at),
        "finished_at": instant_text(game.finished_at),
        "rated": entry.unrated is None,
        "reason": entry.unrated,
        "formula": entry.formula,
        "mode": game.mode,
        "cube": game.cube,
        "win": game.win,
        "termination": game.termination,
        "points": game.points,
        "winner": side_members(winner, ids),
        "loser": side_members(loser, ids),
    }
    if game.tournament is not None:
        members["tournament"] = game.tournament
    if game.replaces is not None:
        members["replaces"] = game.replaces
    return members


def answer_members(answer: Answer) -> Members:
    """The answer to a report: the stored one, whether the report is new or not (R6)."""
    return game_members(answer.entry, answer.ids)


def view_members(view: GameView, *, with_note: bool) -> Members:
    """A game as it stands now: void or not, replaced or not; the operator's note only to who may see it."""
    ids = ids_of(view.names)
    members = game_members(view.entry, ids)
    members["names"] = {name.player: name.shown for name in view.names.values()}
    if view.void is not None:
        members |= {"rated": False, "reason": Unrated.VOID, "void": void_members(view.void, ids)}
        if with_note:
            members["void"]["note"] = view.note
    if view.replaced_by is not None:
        members["replaced_by"] = view.replaced_by
    return members


def proof_link(number: EntryNumber) -> str:
    """Where the proof of an entry is (docs/log.md): by its number, for an id may be `..`.

    >>> proof_link(EntryNumber(7))
    '/log/entries/7'
    """
    return f"/log/entries/{number}"


def void_members(entry: Entry, ids: Ids) -> Members:
    """A void: what it took back, from whom, and why (R16)."""
    void = entry.facts
    assert isinstance(void, Void)
    return {
        "number": entry.number,
        "accepted_at": instant_text(entry.accepted_at),
        "voids": void.entry,
        "reason": void.reason,
        "sides": [side_members(effect, ids) for effect in entry.effects],
    }


def award_members(entry: Entry, ids: Ids, void: Entry | None = None) -> Members:
    """One placed player's award (R15), with the void that took it back."""
    award = entry.facts
    assert isinstance(award, Award)
    members: Members = {
        "number": entry.number,
        "accepted_at": instant_text(entry.accepted_at),
        "tournament": award.tournament,
        "place": award.place,
        "side": side_members(entry.effects[0], ids),
    }
    return members if void is None else members | {"void": void_members(void, ids)}


def event_members(entry: Entry, ids: Ids) -> Members:
    """An entry of a player's history, by its kind."""
    match entry.facts:
        case Game():
            return {"kind": "game", "game": game_members(entry, ids)}
        case Award():
            return {"kind": "award", "award": award_members(entry, ids)}
        case Void():
            return {"kind": "void", "void": void_members(entry, ids)}
        case _:
            raise AssertionError("only games, awards and voids are in a history")
