"""Anyone can audit core, ledger and board: they need nothing but Python (import contracts say the rest)."""

import sys

import pytest

from tests.house.tree import HOUSE, imported, name, nodes, python_files

FOR_LARGE_LOGS = ("ledger/compiled.py", "ledger/compiled_tables.py", "ledger/loops.py")
"""The compiled way of a verification, imported late and if numba is there: `ledger/lean.py` does the same."""


@pytest.mark.parametrize("room", ["core", "ledger", "board"])
def test_a_room_to_audit_imports_the_standard_library_alone(room: str) -> None:
    beside = [HOUSE / path for path in FOR_LARGE_LOGS]
    files = [path for path in python_files(HOUSE / room) if path not in beside]
    assert files, f"src/terazi/{room} has no modules"
    strangers = [
        f"{name(path)}:{line} {module}"
        for path in files
        for line, module in imported(nodes(path))
        if module.partition(".")[0] not in {"terazi", *sys.stdlib_module_names}
    ]
    assert not strangers, f"{room} takes these from outside Python: {strangers}"
