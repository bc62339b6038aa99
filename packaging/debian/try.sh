#!/bin/sh
# Tries the Debian package in a clean root of Debian's own packages: packaging/debian/try.sh balloon_*.deb. Installs it, starts the
# site by the unit's command, upgrades it to a higher version with a setting of its own and its data, removes and purges it. Minutes.
# Needs root and mmdebstrap.
set -eu

for tool in mmdebstrap dpkg-deb; do
  command -v $tool > /dev/null || { echo "skipped: apt-get install -y mmdebstrap" >&2; exit 77; }
done
package=$(realpath "$1")
work=$(mktemp -d)
root=${ROOT:-$work/root}
finish() {
  stop_site
  umount "$root/proc" 2> /dev/null || true
  rm -rf "$work"
}
site=
stop_site() {
  [ -z "$site" ] || { kill "$site" 2> /dev/null; wait "$site" || true; }
  site=
}
trap finish EXIT
say() { echo "--- $*"; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
exec_inside() { exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

# Starts the site as balloon.service does, on a port of its own, and waits for its health.
start_site() {
  command=$(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/balloon.service")
  # Replaces the shell of this job, so that its id is the site's.
  exec_inside setpriv --reuid balloon --regid balloon --init-groups env HOME=/var/lib/balloon \
    SETTINGS_FILE=/etc/balloon/balloon.env PORT=$port HOST=127.0.0.1 $command > "$work/log" 2>&1 &
  site=$!
  for _ in $(seq 120); do
    if inside curl -sf "http://127.0.0.1:$port/api/health"; then echo; return; fi
    kill -0 $site || break
    sleep 1
  done
  cat "$work/log" >&2
  exit 1
}
port=${PORT:-3456}

say 'a clean root'
[ -d "$root" ] || mmdebstrap --variant=minbase --include=curl,adduser,debconf,systemd bookworm "$root"
mount -t proc proc "$root/proc"

say 'install'
cp "$package" "$root/tmp/balloon.deb"
inside dpkg --install /tmp/balloon.deb
inside systemd-analyze --man=no verify balloon.service balloon-web@3001.service balloon-judge.service balloon-relay.service
echo 'JUDGE_SLOTS=0' >> "$root/etc/balloon/balloon.env"
start_site
inside balloon judge-token add tried
stop_site

say 'upgrade'
dpkg-deb --raw-extract "$package" "$work/newer"
sed -i 's/^Version: .*/&+newer/' "$work/newer/DEBIAN/control"
echo '# A remark of the newer version' >> "$work/newer/lib/systemd/system/balloon.service"
dpkg-deb --root-owner-group -Znone --build "$work/newer" "$root/tmp/newer.deb" > /dev/null
inside dpkg --install /tmp/newer.deb
inside dpkg-query --show balloon | grep -q newer
grep -q JUDGE_SLOTS=0 "$root/etc/balloon/balloon.env"
start_site
inside balloon judge-token list | grep -q tried
stop_site

say 'remove'
inside dpkg --remove balloon
[ ! -e "$root/usr/lib/balloon/launch" ] && [ -e "$root/etc/balloon/balloon.env" ] && [ -d "$root/var/lib/balloon/postgres" ]

say 'purge keeps the contests, unless it was said otherwise'
inside dpkg --purge balloon
[ ! -e "$root/etc/balloon" ] && [ -d "$root/var/lib/balloon/postgres" ]
inside dpkg --install /tmp/balloon.deb
echo 'balloon balloon/purge-data boolean true' | inside debconf-set-selections
inside dpkg --purge balloon
[ ! -e "$root/var/lib/balloon" ]
say 'all as it should be'
