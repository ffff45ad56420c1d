"""What every test may use."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No deadline: a slow machine is no defect. `quick` (make check) and `fast` find the same examples on every
# machine, so that red is red everywhere; `thorough` looks for new ones. All print how to repeat a failure.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("quick", PATIENT, derandomize=True, max_examples=20)
settings.register_profile("fast", PATIENT, derandomize=True, max_examples=100)
settings.register_profile("thorough", PATIENT, derandomize=False, max_examples=2_000)
settings.load_profile("thorough" if os.environ.get("TERAZI_THOROUGH") else "fast")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of golden values and real games that lies beside the repository (or TERAZI_SHARED)."""
    beside = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("TERAZI_SHARED") or beside)
    if not folder.is_dir():
        pytest.skip(f"needs the folder {folder} (or TERAZI_SHARED): golden values and real games")
    return folder


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name rows of bytes by their argument: as bytes, a gzip's date would name them anew on every worker."""
    return argname if isinstance(val, bytes) else None


SLOW = (
    "postgresql",  # the same laws hold on SQLite, in `make check` too
    "tests/cli/test_study_commands",
    "tests/cli/test_keeping",
    "tests/cli/test_prove",
    "tests/cli/test_verify",
    "tests/cli/test_publish",
    "tests/client/",
    "tests/docs/test_documents_run.py::test_every_command",
    "tests/docs/test_make_run",
    "tests/docs/test_service_page",
    "tests/formats/test_match",
    "tests/ledger_log/",
    "tests/replay/test_real_ladder",
    "tests/service/test_careers",
    "tests/service/test_crashes",
    "tests/service/test_ladders",
    "tests/service/test_oracle",
    "tests/service/test_publishing",
    "tests/service/test_races",
    "tests/service/test_rehearsal",
    "tests/service/test_writer",
    "tests/store/test_troubles",
    "tests/study/",
    "tests/web/",
    "of_real_files",
)
"""What `make check` leaves to `make test`: whatever starts servers, kills them or simulates worlds."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the folders in which everything is slow, where nothing slow is wanted."""
    folder = f"{collection_path.relative_to(config.rootpath).as_posix()}/"
    return True if config.option.markexpr == "not slow" and folder in SLOW else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what is slow as a kind; single tests are marked where they stand."""
    for item in items:
        if any(part in item.nodeid for part in SLOW):
            item.add_marker(pytest.mark.slow)
