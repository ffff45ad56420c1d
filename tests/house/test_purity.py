"""Anyone can audit core, ledger and board: they need nothing but Python (import contracts say the rest)."""

import sys

import pytest

from tests.house.tree import HOUSE, imported, name, nodes, python_files


@pytest.mark.parametrize("room", ["core", "ledger", "board"])
def test_a_room_to_audit_imports_the_standard_library_alone(room: str) -> None:
    files = python_files(HOUSE / room)
    assert files, f"src/terazi/{room} has no modules"
    strangers = [
        f"{name(path)}:{line} {module}"
        for path in files
        for line, module in imported(nodes(path))
        if module.partition(".")[0] not in {"terazi", *sys.stdlib_module_names}
    ]
    assert not strangers, f"{room} takes these from outside Python: {strangers}"
