// hostile: ends at once while its orphans go on to write its output; expect: cause=exit|output exitCode=0
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 8; i++)
    if (fork() == 0) { setsid(); for (;;) if (write(1, "orphan\n", 7) < 0) {} }
  return 0;
}
