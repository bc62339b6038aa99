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
packaging/program.sh "$program"

cd "$program"
cp -a "$repository/packaging/debian/files/." "$root"
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/balloon"
mv CHANGELOG.md README.md docs LICENSE SECURITY.md "$root/usr/share/doc/balloon"
cp "$repository"/packaging/debian/control/* "$root/DEBIAN"
sed -i "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/" "$root/DEBIAN/control"
chmod -R go=u-w "$root"
chmod 755 "$root"/DEBIAN/postinst "$root"/DEBIAN/prerm "$root"/DEBIAN/postrm "$root/usr/bin/balloon"
chmod 640 "$root"/etc/balloon/*
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$out/balloon_${version}_$architecture.deb"
