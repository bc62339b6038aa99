// hostile: makes the host's disk and memory anew as device files; expect: cause=exit exitCode=0
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
int main(void) {
  return mknod("/w/disk", S_IFBLK | 0600, makedev(254, 0)) == 0 || mknod("/tmp/memory", S_IFCHR | 0600, makedev(1, 1)) == 0
    || mknod("/dev/shm/null", S_IFCHR | 0600, makedev(1, 3)) == 0 || mknod("/dev/disk", S_IFBLK | 0600, makedev(8, 0)) == 0;
}
