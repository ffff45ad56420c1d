"""A game told to a player, line by line: the whole sum of a rated one, the reason for any other (R19)."""

from collections.abc import Callable, Iterable
from typing import assert_never

from terazi.core.codes import Unrated
from terazi.core.entries import Effect, Entry, Moved, Present, Rated, Scored, Void
from terazi.core.explain import Asymmetry, Explanation, SideTerms
from terazi.core.formula import Formula
from terazi.core.types import FIRST_INSTANT_MS, Game, GameId, PlayerNumber, Termination, Win
from terazi.core.window import WINDOW_MS
from terazi.words.catalogue import Words, key_of
from terazi.words.instants import instant
from terazi.words.shown import shown
from terazi.words.sums import sum_lines

Naming = Callable[[PlayerNumber], str]
"""What to call a player; any text, it is made safe here."""

INDENT = "  "
"""In front of what belongs to the line above."""


def explanation_lines(
    words: Words, explanation: Explanation, *, void: Entry | None = None, replaced_by: GameId | None = None
) -> list[str]:
    """A rated game as lines of text: what was played, both sums, why they differ, whether it still stands.

    `void` is the entry that took the game back, if there is one, and `replaced_by` the game that took its
    place (R16).
    """
    entry, winner, loser = explanation.entry, explanation.winner, explanation.loser
    name = dict(zip(_players(entry), (winner.player, loser.player), strict=True)).__getitem__
    lines = [*_heading(words, entry, name, void), *_rules(words, entry, explanation.formula)]
    for side in (winner, loser):
        lines += ["", *_side_lines(words, explanation, side)]
    return [*lines, "", _asymmetry(words, explanation), *_taken_back(words, void, name, replaced_by)]


def game_lines(
    words: Words,
    entry: Entry,
    name: Naming,
    *,
    void: Entry | None = None,
    replaced_by: GameId | None = None,
) -> list[str]:
    """Any game as lines of text: what was played, why it was not rated (R19), what moved; no sums.

    `void` and `replaced_by` as in `explanation_lines`.
    """
    lines = _heading(words, entry, name, void)
    if entry.formula is not None:
        lines.append(INDENT + words.say("game.version", formula=shown(entry.formula)))
    if entry.unrated is not None:
        lines += ["", words.label(entry.unrated)]
    lines += effect_lines(words, entry.effects, name)
    if any(isinstance(effect, Scored) for effect in entry.effects):  # R14
        lines.append(words.template("effect.assumed"))
    return [*lines, *_taken_back(words, void, name, replaced_by)]


def effect_lines(words: Words, effects: Iterable[Effect], name: Naming) -> list[str]:
    """What an entry did to each player, a line each; none where nothing moved."""
    told = ((shown(name(effect.player)), _effect(words, effect)) for effect in effects)
    return _aligned((player, text) for player, text in told if text)


def recorded(words: Words, entry: Entry) -> str:
    """The entry's number, and when it was accepted (R22)."""
    return words.say("entry.recorded", number=str(entry.number), instant=instant(words, entry.accepted_at))


def _effect(words: Words, effect: Effect) -> str:
    match effect:
        case Rated(change=change) | Moved(change=change):
            before, after = words.numbers.rating(change.before), words.numbers.rating(change.after)
            return f"{before} → {after}   {words.numbers.signed(change.delta, arrow=True)}"
        case Scored(points=points, sparks=sparks):  # R14: our choice, and marked so wherever it is shown
            signed = words.numbers.signed
            return words.say("effect.scored", points=signed(points), sparks=signed(sparks))
        case Present():
            return ""
        case _:
            assert_never(effect)


def _played(entry: Entry) -> Game[PlayerNumber]:
    assert isinstance(entry.facts, Game), "only games are told here"
    return entry.facts


def _players(entry: Entry) -> tuple[PlayerNumber, PlayerNumber]:
    game = _played(entry)
    return game.winner, game.loser


def _heading(words: Words, entry: Entry, name: Naming, void: Entry | None) -> list[str]:
    game = _played(entry)
    winner, loser = (shown(name(player)) for player in _players(entry))
    key = "game.broken_off" if game.termination is Termination.ABORTED else "game.title"
    lines = [" · ".join((instant(words, game.finished_at), *_facts(words, game)))]
    if game.tournament is not None:
        lines.append(words.say("game.tournament", tournament=shown(game.tournament)))
    if game.replaces is not None:
        lines.append(words.say("game.replaces", game=shown(game.replaces)))
    lines.append(recorded(words, entry))
    if void is not None:
        lines.append(words.label(Unrated.VOID))
    title = words.say(key, game=shown(game.game_id), winner=winner, loser=loser)
    return [title, *(INDENT + line for line in lines)]


def _facts(words: Words, game: Game[PlayerNumber]) -> tuple[str, ...]:
    """What was played and how it ended; of a game broken off there is no cube and no win to tell (R9)."""
    mode, ended = words.label(game.mode), words.label(game.termination)
    if game.termination is Termination.ABORTED:
        return mode, ended
    facts = (mode, words.say("game.cube", cube=str(game.cube)), words.label(game.win))
    return facts if game.termination is Termination.UNSPECIFIED else (*facts, ended)


def _rules(words: Words, entry: Entry, formula: Formula) -> list[str]:
    game = _played(entry)
    lines = [words.say("game.version", formula=shown(formula.name)), words.template("game.formula")]
    if game.win is not Win.SINGLE or formula.assumed:
        lines.append(words.label(formula.gammon_rule))
    if formula.busy_games is not None:  # R2: the window, both ends included
        first = max(game.finished_at - WINDOW_MS, FIRST_INSTANT_MS)
        span = {"first": instant(words, first), "last": instant(words, game.finished_at)}
        lines.append(words.say("game.window", **span))
    return [INDENT + line for line in lines]


def _side_lines(words: Words, explanation: Explanation, side: SideTerms) -> list[str]:
    change = words.numbers.signed(side.delta, arrow=True)
    key = "side.won" if side.result else "side.lost"
    title = words.say(key, player=shown(side.player), change=change)
    return [title, *_aligned((line.label, line.text) for line in sum_lines(words, explanation, side))]


def _aligned(pairs: Iterable[tuple[str, str]]) -> list[str]:
    rows = list(pairs)
    width = max((len(label) for label, _ in rows), default=0)
    return [f"{INDENT}{label:<{width}}   {text}" for label, text in rows]


def _asymmetry(words: Words, explanation: Explanation) -> str:
    names = {"winner": shown(explanation.winner.player), "loser": shown(explanation.loser.player)}
    return words.say(key_of(explanation.asymmetry), **asymmetry_numbers(words, explanation), **names)


def asymmetry_numbers(words: Words, explanation: Explanation) -> dict[str, str]:
    """What the sentence on the two changes is filled with, beside the names of `winner` and `loser`."""
    places = {"winner_k": str(explanation.winner.k), "loser_k": str(explanation.loser.k)}
    if explanation.asymmetry is not Asymmetry.NONE:
        assert explanation.formula.busy_games is not None, "only a busy week makes two K"
        places["limit"] = words.numbers.integer(explanation.formula.busy_games)
    return places


def _taken_back(words: Words, void: Entry | None, name: Naming, replaced_by: GameId | None) -> list[str]:
    """By which entry a game was taken back, why, and what that moved; nothing for a game that stands."""
    if void is None:
        return []
    assert isinstance(void.facts, Void)
    places = {"number": str(void.number), "instant": instant(words, void.accepted_at)}
    lines = ["", words.say("void.taken_back", **places, reason=words.label(void.facts.reason))]
    if replaced_by is not None:
        lines.append(words.say("void.replaced_by", game=shown(replaced_by)))
    return [*lines, *effect_lines(words, void.effects, name)]
