"""Run by a test: servers that start at once, as copies of a process that has everything loaded.

Each line of input, a JSON list of address, port and settings, starts one more; its process id is printed.
"""

import gc
import json
import os
import signal
import sys
from typing import Any

from terazi.service.ladders import open_ladder
from terazi.store.engine import open_store
from terazi.web.desk import Desk, clock_ms
from terazi.web.server import serve
from terazi.web.settings import ServiceSettings


def main() -> None:
    """Start a server a line."""
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        where, port, settings = json.loads(line)
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            run(where, port, settings)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def run(where: str, port: int, settings: dict[str, Any]) -> None:
    """Serve until killed."""
    store = open_store(where)
    open_ladder(store, clock_ms())
    values = {**ServiceSettings().values, "log.requests": False, **settings}
    serve(Desk(store=store, settings=ServiceSettings(values=values)), "127.0.0.1", port)


if __name__ == "__main__":
    main()
