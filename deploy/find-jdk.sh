#!/usr/bin/env bash
# Prints the folder of a JDK 25 or newer; without one it says so in one sentence and ends with 3.
#
# HOLDFAST_JDK_FOLDERS: where to look after JAVA_HOME and PATH, folders separated by colons, each a JDK or holding some.
set -euo pipefail
usual="/usr/lib/jvm:/opt:${HOME:-}/.sdkman/candidates/java:${HOME:-}/.jdks:/Library/Java/JavaVirtualMachines"
IFS=: read -r -a folders <<<"${HOLDFAST_JDK_FOLDERS:-$usual}"

major_of() { # prints the major version of the JDK in folder $1, nothing if there is none
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

on_path=$(command -v java 2>/dev/null || true)
[ -n "$on_path" ] && on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
candidates=("${JAVA_HOME:-}" "$on_path")
for folder in "${folders[@]}"; do
  candidates+=("$folder" "$folder"/* "$folder"/*/Contents/Home)
done
for candidate in "${candidates[@]}"; do
  major=$([ -z "$candidate" ] || major_of "$candidate")
  if [ -n "$major" ] && [ "$major" -ge 25 ]; then
    printf '%s\n' "$candidate"
    exit 0
  fi
done
echo "holdfast: no JDK 25 or newer was found (looked at JAVA_HOME, PATH, ${HOLDFAST_JDK_FOLDERS:-/usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks}): install one and set JAVA_HOME to its folder." >&2
exit 3
