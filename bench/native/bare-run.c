// The bare cost of a program: for every byte on standard input, runs the program once with vfork, exec and wait, and
// prints the microseconds that took.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t
now_ns(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

int
main(int count, char **arguments)
{
  if (count < 2)
    return 1;
  for (char byte; read(STDIN_FILENO, &byte, 1) == 1;) {
    uint64_t start = now_ns();
    pid_t pid = vfork();
    if (pid == 0) {
      execv(arguments[1], arguments + 1);
      _exit(127);
    }
    int status;
    if (pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0)
      return 1;
    printf("%.3f\n", (now_ns() - start) / 1000.0);
    fflush(stdout);
  }
  return 0;
}
