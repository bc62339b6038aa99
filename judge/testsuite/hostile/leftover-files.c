// hostile: leaves a file for the next test in every directory that can be written; expect: cause=exit exitCode=0
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  const char *names[] = { "/w/left", "/tmp/left", "/dev/shm/left", "/var/tmp/left", "/w/.left" };
  for (int i = 0; i < 5; i++) if (access(names[i], F_OK) == 0 && i != 3) return 1;
  for (int i = 0; i < 5; i++) close(open(names[i], O_CREAT | O_WRONLY, 0600));
  return 0;
}
