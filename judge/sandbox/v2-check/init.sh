#!/bin/sh
# Process 1 of the emulated machine: mounts what systemd would, puts itself into a service's cgroup as systemd would,
# runs the tests as root and as an ordinary user with a delegated cgroup, and switches the machine off.
export PATH=/balloon/node_modules/.bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 CI=1 NO_COLOR=1
# Set by run.sh through the kernel: how much slower this machine is than those that the tests' limits are meant for, its
# kind, and which tests to run.
export TEST_SLOWNESS V2_MACHINE

mount -t proc proc /proc
mountpoint -q /sys || mount -t sysfs sysfs /sys
mountpoint -q /dev || mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t cgroup2 -o nsdelegate cgroup2 /sys/fs/cgroup
ip link set lo up

# Tests of the page cache need files on a disk.
mkdir -pm 1777 /kept
export KEPT_OF_TESTS=/kept

# A crash outside the sandbox makes this file; see v2.test.ts.
mkdir -m 777 /crashes
echo '|/bin/touch /crashes/handled' > /proc/sys/kernel/core_pattern

# As systemd does: groups of services below a slice, controllers handed down, processes in the leaves only.
cd /sys/fs/cgroup
mkdir -p system.slice/judge.service user.slice/judge.scope
for group in . system.slice user.slice; do
  echo '+cpu +memory +pids' > $group/cgroup.subtree_control
done
chown 1000:1000 user.slice/judge.scope user.slice/judge.scope/cgroup.procs \
  user.slice/judge.scope/cgroup.subtree_control user.slice/judge.scope/cgroup.threads

cd /balloon
tests='node node_modules/vitest/vitest.mjs run --configLoader native --config judge/sandbox/v2-check/vitest.config.ts'
tests="$tests $(echo "$V2_TESTS" | tr , ' ')"

as_root() (
  echo 0 > /sys/fs/cgroup/system.slice/judge.service/cgroup.procs
  exec $tests
)

as_user() (
  mkdir -p judge/build
  chown -R 1000 judge/build
  echo 0 > /sys/fs/cgroup/user.slice/judge.scope/cgroup.procs
  exec setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/tmp $tests
)

uname -a
result=passed
for who in ${*:-root user}; do
  as_$who || result=failed
done
# A line of its own: the tests leave the terminal in the middle of one.
printf '\nv2-check: %s\n' "$result"
sync
echo o > /proc/sysrq-trigger
sleep 60
