# ruff: noqa: PT018 - short on purpose
"""The sums of a second verifier, written from docs/log.md and docs/ledger.md: nothing of Terazi is in it."""

import hashlib
import json
import math
from functools import cache
from typing import Any

CUBES, POINTS = (1, 2, 4, 8, 16, 32, 64), {"single": 1, "gammon": 2, "backgammon": 3}
SINGLE = {"drop", "leave", "disconnect", "timeout"}
ENDINGS = SINGLE | {"bear_off", "resign", "unspecified", "aborted"}
REASONS = {"outage", "cheating", "wrong_result", "test", "other", "replaced"}
WEEK, FIRST, LAST = 604_800_000, -62_135_596_800_000, 253_402_300_799_999
RULE = {"divisor": 100_000, "k": 1000, "busy_games": 2**53 - 1, "busy_k": 1000}


def whole(value: object, low: int = 1 - 2**53, high: int = 2**53 - 1) -> int:
    assert type(value) is int and low <= value <= high, value
    return value


def text(value: object, longest: int = 128) -> str:
    assert type(value) is str and 0 < len(value.encode()) <= longest and value == value.strip(), value
    return value


def change(rule: dict[str, Any], gap: int, k: int, cube: int, win: str, result: int) -> int:
    factor = {"one_to_two": 1 + math.log2(cube) / 6, "multiplies": cube, "ignored": 1}[rule["cube_rule"]]
    factor *= {"nothing": 1, "multiplies": POINTS[win]}[rule["gammon_rule"]]
    expected = 1 / (1 + math.pow(10, min(-gap / rule["divisor"], 300)))
    exact = k * (result - (expected if result else 1 - expected)) * factor
    return int(math.copysign(math.floor(abs(exact) + 0.5), exact))


@cache
def table(written: str) -> str:
    rule = json.loads(written)
    wins = POINTS if rule["gammon_rule"] == "multiplies" else {"": 1}
    ks = [rule[name] for name in ("k", "busy_k") if name in rule]
    columns = [(k, cube, win) for k in ks for win in wins for cube in CUBES]

    def row(gap: int) -> list[int]:
        return [change(rule, gap, k, cube, win or "single", 1) for k, cube, win in columns]

    reach, ends = 0, [row(300 * rule["divisor"]), row(-300 * rule["divisor"])]
    while [row(reach), row(-reach)] != ends:
        reach += 1
    heads = [f"k{k}_cube{cube}" + (f"_{win}" if win else "") for k, cube, win in columns]
    lines = [[rule["divisor"], gap, *row(gap)] for gap in range(-reach, reach + 1)]
    whole_table = [["divisor", "winner_minus_loser", *heads], *lines]
    return hashlib.sha256(
        "".join(",".join(map(str, line)) + "\n" for line in whole_table).encode()
    ).hexdigest()


class Ladder:
    """What the entries so far make; each `_kind` gives the members that its entry must have."""

    def __init__(self) -> None:
        self.lines, self.editions, self.due = list[Any](), list[Any](), list[Any]()
        self.players, self.games, self.tournaments = dict[int, Any](), dict[str, int](), dict[str, Any]()
        self.podiums, self.voids, self.replaced, self.finish = set[str](), set[int](), set[str](), FIRST - 1

    def take(self, line: bytes) -> None:
        entry, number = json.loads(line), len(self.lines)
        try:
            again = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
            assert again == line and whole(entry["number"]) == number, "spelling"
            assert (
                whole(entry["accepted_at"], FIRST, LAST) >= self.lines[-1]["accepted_at"] if number else True
            )
            assert (number > 0 or entry["kind"] == "settings") and (not self.due or entry["kind"] == "award")
            want = getattr(self, f"_{entry['kind']}")(entry)
            want |= {key: entry[key] for key in ("number", "accepted_at", "kind")}
            assert json.dumps(want, sort_keys=True) == json.dumps(entry, sort_keys=True), f"should be {want}"
        except (AssertionError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"entry {number}: {error!r}") from error
        self.lines.append(entry)

    def _settings(self, e: Any) -> dict[str, Any]:
        self.settings, limits = e, {"late_ms", "early_ms"} & e.keys()
        keys = {"sparks_win", "sparks_loss", "missed_moves", "grace_ms", "listed_games"} | limits
        return {key: whole(e[key]) for key in keys} | {"assumed": True}

    def _rulebook(self, e: Any) -> dict[str, Any]:
        rule: dict[str, Any] = {
            key: whole(e[key], 1, most) for key, most in RULE.items() if key in e or "busy" not in key
        }
        rule |= {"cube_rule": e["cube_rule"], "gammon_rule": e["gammon_rule"]}
        start, early = whole(e["effective_from"], FIRST, LAST), self.settings.get("early_ms", 0)
        assert (
            len(e["formula"]) <= 200
            and len(rule) % 2 == 0
            and all(start > edition[0] for edition in self.editions)
        )
        assert self.finish < FIRST or start > max(self.finish, e["accepted_at"] + early), "back-dated"
        assert all(old == rule for _, name, old in self.editions if name == e["formula"] != ""), (
            "one name, one rule"
        )
        self.editions.append((start, e["formula"], rule))
        assumed = {"assumed": True} if rule["gammon_rule"] == "multiplies" else {}
        return (
            rule
            | assumed
            | {"effective_from": start, "formula": e["formula"], "table_sha256": table(json.dumps(rule))}
        )

    def _register(self, e: Any) -> dict[str, Any]:
        self.players[e["number"]] = {"rating": 1500, "recent": [], "event": 0, "open": True, "here": True}
        return {"commitment": text(e["commitment"])}

    def _player(self, number: object) -> Any:
        assert self.players[whole(number)]["here"], "erased"
        return self.players[whole(number)]

    def _opening(self, e: Any) -> dict[str, Any]:
        player, recent = self._player(e["player"]), [whole(at, FIRST, LAST) for at in e["recent"]]
        assert player["open"] and len(recent) <= 4000, "an opening comes first"
        player |= {"rating": whole(e["rating"], -1_000_000, 1_000_000), "recent": [*recent]}
        return {"player": e["player"], "rating": e["rating"], "recent": recent}

    def _erase(self, e: Any) -> dict[str, Any]:
        self._player(e["player"])["here"] = False
        return {"player": e["player"]}

    def _side(self, number: int, delta: int | None = None, **more: object) -> dict[str, Any]:
        player, more["player"] = self.players[number], number
        more["event"] = player["event"] = player["event"] + 1
        if delta is not None:
            more |= {"before": player["rating"], "delta": delta, "after": player["rating"] + delta}
            player |= {"rating": more["after"], "open": False}
        return more

    def _game(self, e: Any) -> dict[str, Any]:
        at, cube, win, ending, mode = (
            e[key] for key in ("finished_at", "cube", "win", "termination", "mode")
        )
        assert FIRST <= whole(at) <= LAST and whole(cube) in CUBES and ending in ENDINGS
        assert win in POINTS and (win == "single" or ending not in SINGLE), "R10"
        assert text(e["game"]) not in self.games and mode in ("ranked", "boosted", "tournament")
        numbers = (e["winner"]["player"], e["loser"]["player"])
        players, (_, name, rule) = (
            [*map(self._player, numbers)],
            [one for one in self.editions if one[0] <= at][-1],
        )
        assert numbers[0] != numbers[1], "the same player"
        want = {
            "finished_at": at,
            "cube": cube,
            "win": win,
            "termination": ending,
            "mode": mode,
            "game": e["game"],
        }
        want |= {key: text(e[key]) for key in ("tournament", "replaces") if key in e}
        late, early = self.settings.get("late_ms", 10**15), self.settings.get("early_ms", 10**15)
        if "replaces" in e:
            assert self.games[e["replaces"]] in self.voids and e["replaces"] not in self.replaced, "replaces"
            self.replaced.add(e["replaces"])
        else:
            assert e["accepted_at"] - late <= at <= e["accepted_at"] + early, "too late, or in the future"
        made: list[dict[str, Any]] = [{}, {}]
        if ending == "aborted" or mode == "tournament":
            want["unrated"] = "aborted" if ending == "aborted" else "tournament"
        elif mode == "boosted":
            want["unrated"], made[0]["points"], made[1]["points"] = mode, cube * POINTS[win], 0
            for side, key in zip(made, ("sparks_win", "sparks_loss"), strict=True):
                side |= {"sparks": self.settings[key], "assumed": True}
        else:
            want["formula"], gap = name, players[0]["rating"] - players[1]["rating"]
            for side, player, result in zip(made, players, (1, 0), strict=True):
                recent = sum(at - WEEK <= one <= at for one in player["recent"])
                k = rule["busy_k"] if recent >= rule.get("busy_games", math.inf) else rule["k"]
                side |= {"recent": recent, "k": k, "delta": change(rule, gap, k, cube, win, result)}
                player["recent"].append(at)
        self.games[e["game"]], self.finish = e["number"], max(self.finish, at)
        return want | {
            "winner": self._side(numbers[0], **made[0]),
            "loser": self._side(numbers[1], **made[1]),
        }

    def _tournament(self, e: Any) -> dict[str, Any]:
        name = text(e["tournament"])
        if "podium" not in e:
            assert name not in self.tournaments and e["visibility"] in ("public", "private")
            awards = [whole(award, -1_000_000, 1_000_000) for award in e["awards"]]
            assert len(awards) <= 1000 and len(e["name"]) <= 200
            self.tournaments[name] = awards if e["visibility"] == "public" else []
            return {
                "tournament": name,
                "name": e["name"] + "",
                "visibility": e["visibility"],
                "awards": awards,
            }
        assert name in self.tournaments and name not in self.podiums and len(e["podium"]) <= 1000
        places = [(whole(one["place"], 1), whole(one["player"])) for one in e["podium"]]
        assert len({player for _, player in places if self._player(player)}) == len(places)
        self.podiums.add(name)
        self.due = [(name, *placed) for placed in places if placed[0] <= len(self.tournaments[name])]
        return {
            "tournament": name,
            "podium": [{"place": place, "player": player} for place, player in places],
        }

    def _award(self, e: Any) -> dict[str, Any]:
        name, place, player = e["tournament"], whole(e["place"]), e["placed"]["player"]
        assert self.due.pop(0) == (name, place, player), "another award is due"
        side = self._side(player, self.tournaments[name][place - 1])
        return {"tournament": name, "place": place, "placed": side}

    def _void(self, e: Any) -> dict[str, Any]:
        number, want = whole(e["voids"], 0), {"voids": e["voids"], "reason": e["reason"]}
        old = self.lines[number]
        assert old["kind"] in ("game", "award") and number not in self.voids and e["reason"] in REASONS
        self.voids.add(number)
        for name in ("winner", "loser", "placed"):
            if gave := old.get(name):
                back = {key: -gave[key] for key in ("delta", "points", "sparks") if key in gave}
                want[name] = self._side(
                    gave["player"], **back, **({"assumed": True} if "points" in gave else {})
                )
                if "recent" in gave:
                    self.players[gave["player"]]["recent"].remove(old["finished_at"])
        return want
