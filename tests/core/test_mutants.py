"""Each rule is pinned: with the rule broken on purpose, the tests named beside it fail.

A mutant is a copy of the package with one piece of one module replaced; the tests run against the copy.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.house.tree import HOUSE, ROOT

pytestmark = pytest.mark.slow

FAILED = 1
"""pytest's exit code where tests ran and some failed; a copy that cannot even be imported gives another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """What is broken, where, and which tests must see it."""

    name: str
    module: str
    old: str
    new: str
    tests: str


def mutant(name: str, module: str, old: str, new: str, tests: str) -> Mutant:
    return Mutant(name=name, module=module, old=old, new=new, tests=tests)


MUTANTS = [
    mutant(
        "R2: a game exactly 7 days old is not counted",
        "core/window.py",
        "bisect_left(instants, finished_at - WINDOW_MS)",
        "bisect_right(instants, finished_at - WINDOW_MS)",
        "core/test_ladder.py",
    ),
    mutant(
        "R2: a game of the same millisecond is not counted",
        "core/window.py",
        "return len(instants) - oldest",
        "return bisect_left(instants, finished_at) - oldest",
        "core/test_ladder.py",
    ),
    mutant(
        "R2: a late game does not count one of its own millisecond",
        "core/window.py",
        "bisect_right(instants, finished_at, oldest)",
        "bisect_left(instants, finished_at, oldest)",
        "core/test_ladder.py",
    ),
    mutant(
        "article: a busy week begins after 50 games, not with them",
        "core/formula.py",
        "games_recent >= self.busy_games",
        "games_recent > self.busy_games",
        "core/test_ladder.py",
    ),
    mutant(
        "R0: halves are rounded towards zero",
        "core/formula.py",
        "abs(value) - whole >= 0.5",
        "abs(value) - whole > 0.5",
        "core/test_formula.py",
    ),
    mutant(
        "R0: changes are cut off instead of rounded",
        "core/formula.py",
        "        whole += 1\n",
        "        whole += 0\n",
        "core/test_article.py",
    ),
    mutant(
        "R0: the loser's expected score is the winner's",
        "core/formula.py",
        "expected_loser = 1 - self.expected(gap)",
        "expected_loser = self.expected(gap)",
        "core/test_article.py",
    ),
    mutant(
        "article: both sides have the winner's K",
        "core/rate.py",
        "formula.k_for(loser.games_recent)",
        "formula.k_for(winner.games_recent)",
        "core/test_article.py",
    ),
    mutant(
        "R3: a game is rated by the version of its arrival",
        "core/ladder.py",
        "ladder.rulebook.in_force(game.finished_at)",
        "ladder.rulebook.in_force(entry.accepted_at)",
        "core/test_ladder.py",
    ),
    mutant(
        "R3: a version may take effect at the last moment of R5",
        "core/admit.py",
        "change.edition.effective_from <= earliest",
        "change.edition.effective_from < earliest",
        "core/test_admit_time.py",
    ),
    mutant(
        "R5: a result exactly 7 days old is too late",
        "core/admit.py",
        "game.finished_at < at - late",
        "game.finished_at <= at - late",
        "core/test_admit_time.py",
    ),
    mutant(
        "R3: a correction may come from the future",
        "core/admit.py",
        "    if early is not None:\n        return early\n",
        "",
        "core/test_admit.py",
    ),
    mutant(
        "R8: a dropped double counts at the cube that was offered",
        "core/outcome.py",
        "    return _Ending(loser=event.player, termination=Termination.DROP",
        "    table.cube *= 2\n    return _Ending(loser=event.player, termination=Termination.DROP",
        "core/test_outcome.py",
    ),
    mutant(
        "R9: an aborted game is rated",
        "core/modes.py",
        "return _ABORTED if game.termination is Termination.ABORTED else STEPS[game.mode]",
        "return STEPS[game.mode]",
        "core/test_modes.py",
    ),
    mutant(
        "R11: reconnecting in the last millisecond of the grace is too late",
        "core/outcome.py",
        "deadline < now or",
        "deadline <= now or",
        "core/test_outcome.py",
    ),
    mutant(
        "R16: a void gives the amount a second time",
        "core/ladder.py",
        "delta=-effect.change.delta",
        "delta=effect.change.delta",
        "core/test_ladder.py",
    ),
    mutant(
        "R16: a void game still counts in the window",
        "core/ladder.py",
        "ladder.players[number].window.remove(game.finished_at)",
        "pass",
        "core/test_ladder.py",
    ),
    mutant(
        "R18: whoever once had a rated event stays listed after its void",
        "core/leaderboard.py",
        "player.games + player.awards > 0",
        "player.rated",
        "core/test_leaderboard.py",
    ),
    mutant(
        "R22: accepted_at follows a clock that jumps back",
        "core/ladder.py",
        "accepted_at = max(at, ladder.clock)",
        "accepted_at = at",
        "core/test_admit_time.py",
    ),
    mutant(
        "ledger: another spelling is an entry too",
        "ledger/codec.py",
        "if again != line:",
        "if False:",
        "ledger/test_codec.py",
    ),
    mutant(
        "ledger: a truth is an integer",
        "ledger/facts.py",
        "type(value) is not int",
        "not isinstance(value, int)",
        "ledger/test_facts.py",
    ),
]


def run(package: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """pytest on these files of ours against a copy of the package."""
    environment = os.environ | {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("TERAZI_THOROUGH", None)
    files = [str(ROOT / "tests" / test) for test in tests]
    options = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *options, *files]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the floors that are broken here, which need nothing above them."""
    package = tmp_path / "terazi"
    for floor in ("core", "ledger"):
        shutil.copytree(HOUSE / floor, package / floor, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").touch()
    return package


def test_an_unbroken_copy_passes_all_of_them(copy: Path) -> None:
    answer = run(copy, *sorted({each.tests for each in MUTANTS}))
    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize("broken", MUTANTS, ids=lambda broken: broken.name)
def test_a_broken_rule_is_seen(copy: Path, broken: Mutant) -> None:
    module = copy / broken.module
    source = module.read_text(encoding="utf-8")
    assert source.count(broken.old) == 1, "the piece to break is not there once: this mutant breaks nothing"
    module.write_text(source.replace(broken.old, broken.new), encoding="utf-8")
    answer = run(copy, broken.tests)
    assert answer.returncode == FAILED, answer.stdout
