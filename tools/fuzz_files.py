"""Look for files that break a reader: coverage-guided fuzzing with atheris, for so many minutes.

    .venv-fuzz/bin/python tools/fuzz_files.py 10

Every reader is called (tests/formats/fuzz_targets.py says which, and what must hold), from seeds of our own
samples. A crash, a broken law, ten seconds for one input, or silence is a finding: the input is kept in
.cache/fuzz, and the exit code is not 0. A finding belongs into tests/formats/fuzzed/ before it is mended.
"""

import hashlib
import os
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".cache" / "fuzz"
CORPUS = PLACE / "corpus"
SECONDS_FOR_ONE = 10
LONGEST_INPUT = 1 << 14
MOST_MEGABYTES = 2048


def main(minutes: float) -> None:
    """Fuzz until the time is up or something is found; ends the process either way."""
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["terazi"]):
        from tests.formats.fuzz_targets import answer, seeds

        # Whatever is imported late is instrumented, too.
        for seed in seeds():
            answer(seed)
    CORPUS.mkdir(parents=True, exist_ok=True)
    for seed in seeds():
        (CORPUS / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    print(f"fuzzing for {minutes:g} minutes; findings are kept in {PLACE.relative_to(ROOT)}", flush=True)
    atheris.Setup([sys.argv[0], *_options(minutes), str(CORPUS)], answer)
    atheris.Fuzz()


def _options(minutes: float) -> list[str]:
    return [
        f"-max_total_time={round(60 * minutes)}",
        f"-timeout={SECONDS_FOR_ONE}",
        f"-max_len={LONGEST_INPUT}",
        f"-rss_limit_mb={MOST_MEGABYTES}",
        f"-artifact_prefix={PLACE}/",
        "-print_final_stats=1",
        "-reduce_inputs=1",
    ]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
