"""Whole processes: how long they take, how much of a processor, and how much memory at most.

This module stays small and imports nothing large: on Linux a child's peak includes that of the process it was
started from.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What one process used: seconds on the clock, seconds of processor, and bytes of memory at most."""

    wall: float
    cpu: float
    peak: int


def used(command: Sequence[str], rounds: int) -> Use:
    """The least of each over some rounds; the first, which warms caches up, is not counted."""
    uses = [used_once(command) for _ in range(rounds + 1)][1:]
    return Use(
        wall=min(use.wall for use in uses),
        cpu=min(use.cpu for use in uses),
        peak=min(use.peak for use in uses),
    )


def used_once(command: Sequence[str]) -> Use:
    """One run, its output thrown away."""
    began = perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return Use(wall=wall, cpu=usage.ru_utime + usage.ru_stime, peak=1024 * usage.ru_maxrss)


def cpu_seconds(pid: int | None) -> float:
    """Seconds of processor that a process used so far, with those it started, running or ended."""
    ticks = 0
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(") ")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        parent, used = int(fields[1]), [int(each) for each in fields[11:15]]
        if int(place.parent.name) == pid:
            ticks += sum(used)  # its own time, and that of children that have ended
        elif parent == pid:
            ticks += sum(used)
    return ticks / os.sysconf("SC_CLK_TCK")
