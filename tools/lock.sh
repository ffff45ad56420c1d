#!/bin/sh
# For maintainers: choose versions for pyproject.toml and write the hashed requirements that `make setup` installs.
# Versions already written there stay where they still fit; UPGRADE=1 takes the newest of everything.
set -eu
cd "$(dirname "$0")/.."

[ -x .venv-lock/bin/uv ] || { python3 -m venv .venv-lock && .venv-lock/bin/pip install --quiet uv; }

compile() {
    to=requirements/$1
    shift
    UV_CACHE_DIR=.cache/uv .venv-lock/bin/uv pip compile pyproject.toml "$@" --output-file "$to" \
        --universal --python-version 3.11 --generate-hashes --no-header --quiet ${UPGRADE:+--upgrade}
}

mkdir -p requirements
compile dev.txt --all-extras --group dev
compile bench.txt --extra fast --group bench --constraint requirements/dev.txt
compile fuzz.txt --extra files --group fuzz --constraint requirements/dev.txt

# The index of whoever ran this is nobody else's.
if grep -nE '://|^--' requirements/*.txt; then
    echo "lock: the lines above name a host or an index and must not be committed" >&2
    exit 1
fi
