// hostile: changes the test's input through its own descriptor; expect: cause=exit exitCode=0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  if (write(0, "x", 1) >= 0 || ftruncate(0, 0) == 0 || fchmod(0, 0777) == 0 || fchown(0, -1, -1) == 0) return 1;
  return open("/proc/self/fd/0", O_RDWR) >= 0 || open("/proc/self/fd/0", O_RDONLY | O_TRUNC) >= 0;
}
