// hostile: opens the other end of its output pipe, resizes it and eats what the judge should read; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
static char block[65536];
int main(void) {
  int end = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK), all = open("/proc/self/fd/1", O_RDWR | O_NONBLOCK);
  fcntl(1, F_SETPIPE_SZ, 4096);
  fcntl(1, F_SETPIPE_SZ, 1 << 20);
  fcntl(1, F_SETFL, O_NONBLOCK | O_DIRECT);
  for (int i = 0; i < 2000; i++) {
    if (write(1, block, 50) < 0) break;
    if (read(end, block, sizeof block) < 0) {}
    tee(all, 1, 4096, SPLICE_F_NONBLOCK);
  }
  close(1);
  return 0;
}
