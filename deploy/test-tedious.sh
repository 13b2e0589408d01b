#!/bin/sh
# Brings the sources of tedious, an SQL Server driver for Node.js, from npm at a pinned version into the cache folder: the tests let it
# read and write encrypted columns. Only its files that need nothing else are run, so that nothing is installed. Running it again does
# nothing; prints the folder. The rule for the cache folder is that of test-servers.sh.
set -eu

version=20.3.9
sha512=7e21e1835c5c556cd4909eae206164378d71a42d09d81d96d7f21a15232dd12b63116ca170250aa76c335c9441b5bd056720751ef6c0c7e9f61a8de37ff6a272

if [ -n "${HOLDFAST_CACHE:-}" ]; then
    cache=$HOLDFAST_CACHE
elif [ "$(id -u)" = 0 ]; then
    cache=/var/cache/holdfast
else
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/holdfast
fi
folder=$cache/tedious-$version

for program in node npm; do
    if ! command -v "$program" >/dev/null 2>&1; then
        echo "$program is needed: apt-get install nodejs npm" >&2
        exit 1
    fi
done
if [ ! -d "$folder" ]; then
    umask 022
    mkdir -p "$cache"
    new=$(mktemp -d "$cache/tedious-new-XXXXXX")
    trap 'rm -rf "$new"' EXIT
    npm pack --silent --ignore-scripts --pack-destination "$new" "tedious@$version" >&2
    echo "$sha512  $new/tedious-$version.tgz" | sha512sum --check --quiet >&2
    tar -xzf "$new/tedious-$version.tgz" -C "$new" --no-same-owner
    # Whoever was first has made it.
    mv -T "$new/package" "$folder" 2>/dev/null || [ -d "$folder" ]
fi
echo "$folder"
