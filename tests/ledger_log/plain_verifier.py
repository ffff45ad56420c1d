# ruff: noqa: PT018
# fmt: off
"""A second verifier, written from docs/log.md in plain loops: `verify` gives all ratings, or raises."""
import json
import math
from base64 import b64decode, b64encode
from functools import cache
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

CUBES, POINTS = (1, 2, 4, 8, 16, 32, 64), {"single": 1, "gammon": 2, "backgammon": 3}
SINGLE, LIMITS = {"drop", "leave", "disconnect", "timeout"}, ["early_ms", "late_ms"]
ENDINGS = SINGLE | {"bear_off", "resign", "unspecified", "aborted"}
REASONS = {"outage", "cheating", "wrong_result", "test", "other", "replaced"}
WEEK, FIRST, LAST, FAR = 604_800_000, -62_135_596_800_000, 253_402_300_799_999, 10**15
RULE = {"divisor": 100_000, "k": 1000, "busy_games": 2**53 - 1, "busy_k": 1000}
SETTINGS = ["sparks_win", "sparks_loss", "missed_moves", "grace_ms", "listed_games"]

def root_of(leaves: list[bytes]) -> bytes:
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\1" + root_of(leaves[:half]) + root_of(leaves[half:])).digest()

def path(index: int, width: int) -> str:
    above = "".join(f"x{index // 1000**power % 1000:03}/" for power in (2, 1) if index >= 1000**power)
    return f"{above}{index % 1000:03}" + (f".p/{width}" if width < 256 else "")

def open_checkpoint(note: bytes, key: str) -> tuple[int, bytes]:
    name, key_id, public = key.split("+", 2)
    text, _, signatures = note.rpartition(b"\n\n")
    lines = signatures.decode().split("\n")
    signed = [b64decode(line[len(name) + 3 :]) for line in lines if line.startswith(f"— {name} ")]
    (signature,) = [each for each in signed if each[:4].hex() == key_id]
    assert f"— {name} {b64encode(signature).decode()}" in lines and lines[-1] == "", "signature"
    Ed25519PublicKey.from_public_bytes(b64decode(public)[1:]).verify(signature[4:], text + b"\n")
    origin, size, root = text.decode().split("\n")[:3]
    assert origin == name and str(int(size)) == size, "checkpoint"
    return int(size), b64decode(root)

def verify(read: Any, key: str, since: tuple[int, bytes] = (0, root_of([]))) -> dict[int, int]:
    size, signed = open_checkpoint(read("checkpoint"), key)
    ladder, leaves = Ladder(), list[bytes]()
    for begin in range(0, size, 256):
        data, at = read(f"tile/entries/{path(begin // 256, min(256, size - begin))}"), 0
        while at < len(data):
            end = at + 2 + int.from_bytes(data[at : at + 2], "big")
            leaves.append(sha256(b"\0" + data[at + 2 : end]).digest())
            ladder.take(data[at + 2 : end])
            at = end
        assert at == len(data) and len(leaves) == min(begin + 256, size), "bundle"
    assert root_of(leaves) == signed and (not ladder.due or size == 0), "root, or something is missing"
    assert since[0] <= size and root_of(leaves[: since[0]]) == since[1], "not the log of before"
    for level in range(8):
        rows = [leaves[begin : begin + 256] for begin in range(0, len(leaves), 256)]
        for index, row in enumerate(rows):
            assert read(f"tile/{level}/{path(index, len(row))}") == b"".join(row), "tile"
        leaves = [root_of(row) for row in rows if len(row) == 256]
    return {number: player["rating"] for number, player in ladder.players.items()}

def whole(value: object, low: int = 1 - 2**53, high: int = 2**53 - 1) -> int:
    assert type(value) is int and low <= value <= high, value
    return value

def text(value: object) -> str:
    assert type(value) is str and 0 < len(value.encode()) <= 128 and value == value.strip(), value
    return value

def change(rule: dict[str, Any], gap: int, k: int, cube: int, win: str, result: int = 1) -> int:
    factor = {"one_to_two": 1 + math.log2(cube) / 6, "multiplies": cube, "ignored": 1}[rule["cube_rule"]]
    factor *= {"nothing": 1, "multiplies": POINTS[win or "single"]}[rule["gammon_rule"]]
    expected = 1 / (1 + math.pow(10, min(-gap / rule["divisor"], 300)))
    exact = k * (result - (expected if result else 1 - expected)) * factor
    return int(math.copysign(math.floor(abs(exact) + 0.5), exact))

@cache
def table(written: str) -> str:
    def row(gap: int) -> list[int]:
        return [change(rule, gap, *column) for column in columns]
    rule = json.loads(written)
    wins = POINTS if rule["gammon_rule"] == "multiplies" else {"": 1}
    columns = [(rule[k], cube, win) for k in ("k", "busy_k") if k in rule for win in wins for cube in CUBES]
    heads = ["divisor", "winner_minus_loser", *(f"k{k}_cube{c}_{win}".strip("_") for k, c, win in columns)]
    reach = next(gap for gap in range(FAR) if [row(gap), row(-gap)] == [row(FAR), row(-FAR)])
    lines = [heads, *([rule["divisor"], gap, *row(gap)] for gap in range(-reach, reach + 1))]
    return sha256("".join(",".join(map(str, line)) + "\n" for line in lines).encode()).hexdigest()

class Ladder:  # what the entries so far make; a `_kind` checks an entry's facts and gives the other members
    def __init__(self) -> None:
        self.lines, self.editions, self.seen, self.finish = list[Any](), list[Any](), set[Any](), FIRST - 1
        self.players, self.games, self.tournaments = dict[int, Any](), dict[str, int](), dict[str, Any]()
        self.due, self.awaited = list[Any]([("settings",)]), tuple[Any, ...]()
    def take(self, line: bytes) -> None:
        entry, number = json.loads(line), len(self.lines)
        again = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        assert again == line and whole(entry["number"]) == number, "spelling"
        whole(entry["accepted_at"], self.lines[-1]["accepted_at"] if number else FIRST, LAST)
        self.awaited = self.due.pop(0) if self.due else (entry["kind"],)
        facts, want = getattr(self, f"_{self.awaited[0]}")(entry)
        want |= {"kind": self.awaited[0]} | {at: entry[at] for at in f"number accepted_at {facts}".split()}
        assert json.dumps(want, sort_keys=True) == json.dumps(entry, sort_keys=True), f"should be {want}"
        self.lines.append(entry)
    def _once(self, *what: object) -> None:
        assert what not in self.seen, what
        self.seen.add(what)
    def _settings(self, e: Any) -> Any:
        self.settings = {key: whole(e[key]) for key in SETTINGS + [key for key in LIMITS if key in e]}
        return " ".join(self.settings), {"assumed": True}
    def _rulebook(self, e: Any) -> Any:
        rule: dict[str, Any] = {key: whole(e[key], 1, most) for key, most in RULE.items() if key in e}
        rule |= {key: e[key] for key in ("cube_rule", "gammon_rule")}
        start, name = whole(e["effective_from"], FIRST, LAST), e["formula"]
        last = max(self.finish, e["accepted_at"] + self.settings.get("early_ms", 0))
        assert "divisor" in e and "k" in e and len(rule) % 2 == 0 and 0 < len(name) <= 200, "parameters"
        assert all(start > old for old, _, _ in self.editions) and (self.finish < FIRST or start > last)
        assert all(old == rule for _, named, old in self.editions if named == name), "one rule a name"
        self.editions.append((start, name, rule))
        want = rule | ({"assumed": True} if rule["gammon_rule"] == "multiplies" else {})
        return "effective_from formula", want | {"table_sha256": table(json.dumps(rule))}
    def _register(self, e: Any) -> Any:
        self._once("commitment", text(e["commitment"]))
        self.players[e["number"]] = {"rating": 1500, "recent": [], "event": 0, "open": True, "here": True}
        return "commitment", {}
    def _player(self, number: object) -> Any:
        assert self.players[whole(number)]["here"], "erased"
        return self.players[whole(number)]
    def _opening(self, e: Any) -> Any:
        player, recent = self._player(e["player"]), [whole(at, FIRST, LAST) for at in e["recent"]]
        assert player["open"] and len(recent) <= 4000, "an opening comes first"
        player |= {"rating": whole(e["rating"], -1_000_000, 1_000_000), "recent": [*recent]}
        return "player rating", {"recent": recent}
    def _erase(self, e: Any) -> Any:
        self._player(e["player"])["here"] = False
        return "player", {}
    def _side(self, number: int, delta: int | None = None, **more: object) -> dict[str, Any]:
        player, more["player"] = self.players[number], number
        more["event"] = player["event"] = player["event"] + 1
        if delta is not None:
            more |= {"before": player["rating"], "delta": delta, "after": player["rating"] + delta}
            player |= {"rating": more["after"], "open": False}
        return more
    def _game(self, e: Any) -> Any:
        at, cube, win, ending, mode = (e[key] for key in "finished_at cube win termination mode".split())
        assert FIRST <= whole(at) <= LAST and whole(cube) in CUBES and ending in ENDINGS
        assert win in POINTS and (win == "single" or ending not in SINGLE), "R10"
        assert mode in ("ranked", "boosted", "tournament") and text(e["game"]) not in self.games
        one, two = e["winner"]["player"], e["loser"]["player"]
        players = [self._player(one), self._player(two)]
        _, name, rule = [edition for edition in self.editions if edition[0] <= at][-1]
        early, late = (self.settings.get(key, FAR) for key in LIMITS)
        assert at - early <= e["accepted_at"] and ("replaces" in e or e["accepted_at"] <= at + late), "R5"
        assert one != two and self.awaited[1:] in ((), (e.get("replaces"),)), "whose game?"
        if "replaces" in e:
            assert ("void", self.games[e["replaces"]]) in self.seen, "it stands"
            self._once("replaced", e["replaces"])
        want, made = {"unrated": mode if ending != "aborted" else ending}, list[Any]([{}, {}])
        if want["unrated"] == "boosted":
            gained = zip((cube * POINTS[win], 0), SETTINGS, strict=False)
            made = [{"points": n, "sparks": self.settings[key], "assumed": True} for n, key in gained]
        elif want["unrated"] == "ranked":
            want, gap = {"formula": name}, players[0]["rating"] - players[1]["rating"]
            for side, player, result in zip(made, players, (1, 0), strict=True):
                recent = sum(at - WEEK <= one <= at for one in player["recent"])
                k = rule["busy_k"] if recent >= rule.get("busy_games", math.inf) else rule["k"]
                side |= {"recent": recent, "k": k, "delta": change(rule, gap, k, cube, win, result)}
                player["recent"].append(at)
        self.games[e["game"]], self.finish = e["number"], max(self.finish, at)
        want |= {key: text(e[key]) for key in ("tournament", "replaces") if key in e}
        sides = {"winner": self._side(one, **made[0]), "loser": self._side(two, **made[1])}
        return "game finished_at cube win termination mode", want | sides
    def _tournament(self, e: Any) -> Any:
        name = text(e["tournament"])
        self._once("podium" if "podium" in e else "tournament", name)
        if "podium" not in e:
            awards = [whole(award, -1_000_000, 1_000_000) for award in e["awards"]]
            assert len(awards) <= 1000 and len(e["name"] + "") <= 200
            self.tournaments[name] = {"public": awards, "private": []}[e["visibility"]]
            return "tournament name visibility", {"awards": awards}
        places = [(whole(one["place"], 1), whole(one["player"])) for one in e["podium"]]
        assert len({player for _, player in places if self._player(player)}) == len(places) <= 1000
        awards = self.tournaments[name]
        self.due = [("award", name, *one, awards[one[0] - 1]) for one in places if one[0] <= len(awards)]
        return "tournament", {"podium": [{"place": place, "player": player} for place, player in places]}
    def _award(self, e: Any) -> Any:
        _, name, place, player, delta = self.awaited
        return "", {"tournament": name, "place": place, "placed": self._side(player, delta)}
    def _void(self, e: Any) -> Any:
        old, want = self.lines[whole(e["voids"], 0)], dict[str, Any]()
        assert old["kind"] in ("game", "award") and e["reason"] in REASONS
        self._once("void", e["voids"])
        self.due = [("game", old["game"])] if e["reason"] == "replaced" else []
        for name, gave in ((name, old[name]) for name in ("winner", "loser", "placed") if name in old):
            back = {key: -gave[key] for key in ("delta", "points", "sparks") if key in gave}
            want[name] = self._side(gave["player"], **back, **{key: True for key in gave if key == "assumed"})
            if "recent" in gave:
                self.players[gave["player"]]["recent"].remove(old["finished_at"])
        return "voids reason", want
