"""The answer to a ranked game, spelled at once: nearly every report is one.

A test holds it to what `showing.answer_members` says of the same game.
"""

from collections.abc import Mapping
from json import JSONEncoder

from terazi.core.entries import Entry, Rated
from terazi.core.types import Game, PlayerId, PlayerNumber
from terazi.formats.instants import instant_text
from terazi.service.answers import Answer
from terazi.web.showing import answer_members, to_json

_QUOTED = JSONEncoder(ensure_ascii=False).encode


def answer_json(answer: Answer) -> bytes:
    """The answer to a report, as the bytes of a body."""
    return _ranked(answer.entry, answer.ids) or to_json(answer_members(answer))


def _ranked(entry: Entry, ids: Mapping[PlayerNumber, PlayerId]) -> bytes | None:
    game = entry.facts
    if not isinstance(game, Game) or entry.formula is None or game.replaces or game.tournament:
        return None
    winner, loser = entry.effects
    known = winner.player in ids and loser.player in ids  # an erased player has no id any more
    if not (known and isinstance(winner, Rated) and isinstance(loser, Rated)):
        return None
    return (
        f'{{"game_id":{_QUOTED(game.game_id)},"number":{entry.number},'
        f'"accepted_at":"{instant_text(entry.accepted_at)}","finished_at":"{instant_text(game.finished_at)}",'
        f'"rated":true,"reason":null,"formula":{_QUOTED(entry.formula)},"mode":"{game.mode}",'
        f'"cube":{game.cube},"win":"{game.win}","termination":"{game.termination}","points":{game.points},'
        f'"winner":{_side(winner, ids)},"loser":{_side(loser, ids)}}}'
    ).encode()


def _side(effect: Rated, ids: Mapping[PlayerNumber, PlayerId]) -> str:
    change = effect.change
    return (
        f'{{"player":{_QUOTED(ids[effect.player])},"player_number":{effect.player},'
        f'"before":{change.before},"delta":{change.delta},"after":{change.after},'
        f'"k":{effect.k},"recent":{effect.games_recent}}}'
    )
