"""Make a virtual environment from hashed requirements, with nothing but Python's own venv and pip.

    python3 tools/setup.py .venv requirements/dev.txt

Quick when nothing changed, safe to interrupt, safe to run twice at once. The environment is made anew when
its requirements, its Python or its place changed, or when an earlier attempt did not finish; the project
itself is installed again (editable) when its own part of pyproject.toml changed. An older Python can still
read this file, and is told that it is too old.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)

# Of pip's settings in the environment, those that say where packages come from are kept. The others go: they
# could put the packages elsewhere (PIP_TARGET) or change which are taken (PIP_CONSTRAINT).
PIP_KEEPS = frozenset(
    f"PIP_{name}"
    for name in (
        *(
            "CACHE_DIR",
            "CERT",
            "CLIENT_CERT",
            "CONFIG_FILE",
            "DEFAULT_TIMEOUT",
            "EXTRA_INDEX_URL",
            "FIND_LINKS",
        ),
        *("INDEX_URL", "KEYRING_PROVIDER", "NO_CACHE_DIR", "NO_INDEX", "PROXY", "RETRIES", "TIMEOUT"),
        "TRUSTED_HOST",
    )
)
# Pip's configuration files are read as ever (an operator may need a mirror); these beat a line in them.
PIP_SETS = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_USER": "0",
}


def main(venv: Path, requirements: Path) -> None:
    """Bring the environment up to date with the requirements file and the project."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        stop(
            f"Terazi needs Python 3.11 or newer; {sys.executable} is {found}.",
            "Name another: make PYTHON=python3.11 …",
        )
    os.chdir(ROOT)
    Path(".cache").mkdir(exist_ok=True)
    with Path(".cache/setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        install_packages(venv, requirements)
        install_project(venv)


def install_packages(venv: Path, requirements: Path) -> None:
    """Make the environment anew unless its stamp says that it is whole and current."""
    here = f"{venv.absolute()} {os.path.realpath(sys.executable)} {sys.implementation.cache_tag}"
    wanted = [line for line in requirements.read_text().splitlines() if not line.lstrip().startswith("#")]
    key = hashlib.sha256("\n".join([here, *wanted]).encode()).hexdigest()
    stamp = venv / "packages.stamp"
    if stamp.is_file() and stamp.read_text() == key and succeeds(str(venv / "bin/python"), "-c", ""):
        return
    need_venv_module()
    say(f"making {venv} from {requirements}: a minute or two, longer on a slow line")
    stamp.unlink(missing_ok=True)  # first, lest it outlive half of what it vouches for
    shutil.rmtree(venv, ignore_errors=True)
    run(sys.executable, "-m", "venv", str(venv))
    pip_install(venv, "--require-hashes", "--only-binary=:all:", "--requirement", str(requirements))
    stamp.write_text(key)


def install_project(venv: Path) -> None:
    """Install the project, editable, unless the stamp says that this was done with the same metadata."""
    import tomllib  # new in Python 3.11

    whole = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    parts = (whole["build-system"], whole["project"], whole["tool"]["hatch"])
    key = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    stamp = venv / "project.stamp"
    if stamp.is_file() and stamp.read_text() == key:
        return
    say(f"installing terazi into {venv}")
    pip_install(venv, "--no-deps", "--no-build-isolation", "--editable", ".")
    stamp.write_text(key)


def need_venv_module() -> None:
    """Where Python's venv is missing, install Debian's package for it as root; otherwise name it and stop."""
    if has_venv_module():
        return
    if not shutil.which("apt-get"):
        stop(f"{sys.executable} lacks the modules venv and ensurepip: install them, then try again.")
    default = os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3")
    package = "python3-venv" if default else "python{}.{}-venv".format(*sys.version_info)
    if os.geteuid() != 0:
        stop(f"This Debian package is missing: {package}. Type:", f"    sudo apt-get install {package}")
    say(f"installing the Debian package {package}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", "update"], env=environment, check=False)  # an older list may still do
    run("apt-get", "-qq", "install", "--no-install-recommends", package, env=environment)
    if not has_venv_module():
        stop(f"{sys.executable} still lacks the modules venv and ensurepip, though {package} is installed.")


def has_venv_module() -> bool:
    """Whether this Python can make an environment with pip in it: asked anew, as the answer may change."""
    return succeeds(sys.executable, "-c", "import ensurepip, venv")


def pip_install(venv: Path, *arguments: str) -> None:
    """Install into the environment, whatever the user's own environment says."""
    run(str(venv / "bin/python"), "-m", "pip", "install", "--quiet", *arguments, env={**clean(), **PIP_SETS})


def clean() -> dict[str, str]:
    """The environment without what would turn pip or Python elsewhere."""
    unwanted = ("PIP_", "PYTHON", "VIRTUAL_ENV")
    return {
        name: value
        for name, value in os.environ.items()
        if name in PIP_KEEPS or not name.startswith(unwanted)
    }


def succeeds(*command: str) -> bool:
    """Whether a command runs and ends well, in silence."""
    try:
        return subprocess.run(command, env=clean(), capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(*command: str, env: dict[str, str] | None = None) -> None:
    """Run a command to its end; where it fails, stop with its exit code."""
    code = subprocess.run(command, env=env or clean(), check=False).returncode
    if code:
        stop(
            f"This command failed with exit code {code} (its own words stand above):",
            "    " + " ".join(command),
        )


def say(line: str) -> None:
    """Tell a person what happens."""
    print(f"setup: {line}", file=sys.stderr, flush=True)


def stop(*lines: str) -> None:
    """Tell a person what is wrong, and end with exit code 1."""
    for line in lines:
        say(line)
    sys.exit(1)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except KeyboardInterrupt:
        stop("interrupted; the same command goes on from here")
