"""Debian's Chromium, with which the tests look at the pages: installed where root may, named where not.

python3 tools/browser.py
"""

import os
import shutil
import subprocess
import sys

PACKAGES = ("chromium", "fonts-dejavu-core")


def main() -> None:
    """See that there is a browser; without one the tests of the pages are skipped, and say so."""
    if shutil.which("chromium"):
        return
    command = ["apt-get", "-qq", "install", "--no-install-recommends", *PACKAGES]
    if not shutil.which("apt-get") or os.geteuid() != 0:
        say(f"no Chromium: pages are not looked at. On Debian: sudo {' '.join(command)}")
        return
    say(f"installing the Debian packages {' '.join(PACKAGES)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", "update"], env=environment, check=False)  # an older list may still do
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        say(f"they cannot be had, so pages are not looked at: {done.stderr.strip()[-300:]}")


def say(line: str) -> None:
    """Tell a person what happens."""
    print(f"browser: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
