"""What `terazi verify` says: sentences on stdout, or JSON; the first fault ends it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import click

from terazi.cli.log_keys import fault_sentence
from terazi.core.state import PlayerState
from terazi.ledger.checkpoint import Checkpoint
from terazi.ledger.codec import encode
from terazi.ledger.faults import Fault
from terazi.ledger.note import VerifierKey
from terazi.ledger.player_history import PlayerHistory
from terazi.ledger.verify import Verified
from terazi.words.catalogue import Words
from terazi.words.shown import shown

FAULT_FOUND = 1
"""Exit code when a verification found a fault."""

_LONGEST_KEY = 300
"""Characters of a verifier key that are shown: people compare it."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Where and how to say it."""

    words: Words
    as_json: bool

    def fault(self, fault: Fault) -> NoReturn:
        """Say what is wrong, and end with 1."""
        if self.as_json:
            members = {
                "code": fault.code, "entry": fault.entry, "place": fault.place, "field": fault.field,
                "says": fault.says, "should": fault.should,
            }  # fmt: skip
            click.echo(json.dumps({"ok": False, "fault": members}, ensure_ascii=False))
        else:
            click.echo(fault_sentence(self.words, fault))
        raise SystemExit(FAULT_FOUND)

    def unless_fault(self, value: T | Fault) -> T:
        """The value; or the fault is said, and that is the end."""
        if isinstance(value, Fault):
            self.fault(value)
        return value

    def right(
        self,
        found: Verified,
        history: PlayerHistory | None,
        key: VerifierKey | None = None,
        before: Sequence[Checkpoint] = (),
    ) -> None:
        """Say what was checked, and a player's history where it was asked for."""
        if self.as_json:
            click.echo(json.dumps(self._members(found, history, key, before), ensure_ascii=False))
            return
        count = self.words.numbers.integer
        players = found.ladder.players
        if key is None:
            click.echo(self.words.say("verify.unsigned"))
        else:
            click.echo(self.words.say("verify.signed", verifier=shown(str(key), _LONGEST_KEY)))
        for earlier in before:
            click.echo(self.words.say("verify.extends", entries=count(earlier.size)))
        click.echo(self.words.say("verify.right", entries=count(found.entries), players=count(len(players))))
        if history is not None:
            player = players[history.player]
            places = {
                "player": str(history.player),
                "rating": self.words.numbers.rating(player.rating),
                "games": self.words.count("sum.counted", player.games),
            }
            click.echo(self.words.say("verify.player", **places))
            for entry in history.entries:
                click.echo(encode(entry))

    def proved(
        self, key: VerifierKey, checkpoint: Checkpoint, entries: Iterable[bytes], *, given: bool
    ) -> None:
        """Say what a proof proves; `given` is whether the key came from elsewhere than the proof."""
        lines = list(entries)
        if self.as_json:
            members = {"ok": True, "key": str(key), "key_given": given, "size": checkpoint.size}
            click.echo(json.dumps(members | {"entries": list(map(json.loads, lines))}, ensure_ascii=False))
            return
        size = self.words.numbers.integer(checkpoint.size)
        click.echo(self.words.say("verify.proved", verifier=shown(str(key), _LONGEST_KEY), entries=size))
        if not given:
            click.echo(self.words.say("verify.key_claimed"))
        for line in lines:
            click.echo(line)

    def _members(
        self,
        found: Verified,
        history: PlayerHistory | None,
        key: VerifierKey | None,
        before: Sequence[Checkpoint],
    ) -> dict[str, Any]:
        members: dict[str, Any] = {"ok": True, "entries": found.entries, "players": len(found.ladder.players)}
        if key is not None:
            members |= {"key": str(key), "extends": [earlier.size for earlier in before]}
        if history is not None:
            player = found.ladder.players[history.player]
            members["player"] = _player(history, player)
        return members


def _player(history: PlayerHistory, player: PlayerState) -> dict[str, Any]:
    entries = [json.loads(encode(entry)) for entry in history.entries]
    return {
        "number": history.player, "rating": player.rating, "games": player.games, "wins": player.wins,
        "losses": player.losses, "entries": entries,
    }  # fmt: skip
