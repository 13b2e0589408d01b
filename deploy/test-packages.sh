#!/usr/bin/env bash
# Installs what only Debian's packages have: kcat, PostgreSQL 15, pgBackRest, MariaDB, SoftHSM, OpenSSL, fonts, venv for Python, and Node.js where there is none. Their services are not
# started, and no cluster is made. Needs root; without it says what is missing and changes nothing.
set -euo pipefail

packages=(python3-venv kcat postgresql-15 pgbackrest mariadb-server softhsm2 openssl fontconfig fonts-dejavu-core)
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "test-packages: not installed: ${missing[*]}; run as root: apt-get install ${missing[*]}" >&2
  [ "${HOLDFAST_CI:-}" = true ] && exit 1
  exit 0
fi

export DEBIAN_FRONTEND=noninteractive
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
policy=/usr/sbin/policy-rc.d # exit code 101: "do not start the service"
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get -qq update
apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
