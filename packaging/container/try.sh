#!/bin/sh
# Tries the containers: packaging/container/try.sh [COMPOSE], by default `docker compose` or else podman-compose. Builds the images,
# starts database, web and judge on a port of their own, and compares the verdicts of the sample's solutions with their labels.
# NO_BUILD=1 takes images that are there. Minutes; needs a clone in which `npm start` worked once, and rights to run containers.
set -eu

compose=${1:-}
[ -n "$compose" ] || ! docker compose version > /dev/null 2>&1 || compose='docker compose'
[ -n "$compose" ] || ! command -v podman-compose > /dev/null || compose=podman-compose
[ -n "$compose" ] || { echo 'skipped: neither docker compose nor podman-compose is here' >&2; exit 77; }
repository=$(cd "$(dirname "$0")/../.." && pwd)
node=$repository/node_modules/.bin/node
port=${PORT:-3457}
url=http://127.0.0.1:$port

# A folder of its own for the settings: those of the site in the clone stay as they are.
work=$(mktemp -d)
sed "s#context: ../..#context: $repository#" "$repository/packaging/container/compose.yaml" > "$work/compose.yaml"
for name in DATABASE_PASSWORD JUDGE_TOKEN RELAY_TOKEN; do echo "$name=$(openssl rand -hex 24)"; done > "$work/.env"
cat >> "$work/.env" <<END
PORT=$port
PUBLISH=127.0.0.1:$port
SAMPLE_DATA=contest
ADMIN_PASSWORD=password of the admin
END
cd "$work"
site() { $compose -p balloon-trial "$@"; }
finish() {
  site down -v > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

[ -n "${NO_BUILD:-}" ] || site build
site up -d
for _ in $(seq 120); do
  [ "$(curl -s -o /dev/null -w '%{http_code}' $url/)" = 200 ] && break
  sleep 1
done
site logs web > "$work/output" 2>&1
cat "$work/output"
"$node" "$repository/e2e/src/sites/try-site.ts" $url "$work/output"
