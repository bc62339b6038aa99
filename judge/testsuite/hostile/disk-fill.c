// hostile: fills every directory that can be written; expect: cause=exit|memory exitCode=0
#include <fcntl.h>
#include <unistd.h>
static char block[1 << 20];
static long fill(const char *name) {
  int fd = open(name, O_CREAT | O_WRONLY, 0600);
  long megabytes = 0;
  while (fd >= 0 && megabytes < 64 && write(fd, block, sizeof block) == sizeof block) megabytes++;
  return megabytes;
}
int main(void) { return fill("/w/a") + fill("/tmp/a") + fill("/dev/shm/a") + fill("/box/a") + fill("/var/a") > 17; }
