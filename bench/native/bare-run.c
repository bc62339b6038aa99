// Measures the bare cost of a program: for every byte on standard input, runs the program once with vfork, exec and
// wait, and prints its wall time and processor time in microseconds.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
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

static double
cpu_us(const struct rusage *usage)
{
  return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1e6 + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

int
main(int count, char **arguments)
{
  if (count < 2)
    return 1;
  // The program's output is discarded; our own standard output is for the figures.
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC), figures = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (null < 0 || figures < 0 || dup2(null, STDOUT_FILENO) < 0)
    return 1;
  for (char byte; read(STDIN_FILENO, &byte, 1) == 1;) {
    uint64_t start = now_ns();
    pid_t pid = vfork();
    if (pid == 0) {
      execv(arguments[1], arguments + 1);
      _exit(127);
    }
    int status;
    struct rusage usage;
    if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || status != 0)
      return 1;
    dprintf(figures, "%.3f %.3f\n", (now_ns() - start) / 1000.0, cpu_us(&usage));
  }
  return 0;
}
