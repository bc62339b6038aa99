// Two processes that send a byte to each other in turns. "ask N" leads, measures N rounds and prints the nanoseconds
// of all of them to standard error; "answer" follows to the end of its input; "both N" is both, over bare pipes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static int
ask(long rounds)
{
  char byte = 'x';
  uint64_t started_ns = now_ns();
  for (long i = 0; i < rounds; i++)
    if (write(1, &byte, 1) != 1 || read(0, &byte, 1) != 1)
      return 1;
  fprintf(stderr, "%ju\n", (uintmax_t) (now_ns() - started_ns));
  return 0;
}

static int
answer(void)
{
  char byte;
  while (read(0, &byte, 1) == 1)
    if (write(1, &byte, 1) != 1)
      return 1;
  return 0;
}

static int
both(long rounds)
{
  int there[2], back[2];
  if (pipe(there) < 0 || pipe(back) < 0)
    return 1;
  pid_t child = fork();
  if (child < 0)
    return 1;
  dup2(child == 0 ? there[0] : back[0], 0);
  dup2(child == 0 ? back[1] : there[1], 1);
  close(there[0]), close(there[1]), close(back[0]), close(back[1]);
  if (child == 0)
    return answer();
  int result = ask(rounds);
  close(1);
  return waitpid(child, NULL, 0) < 0 ? 1 : result;
}

int
main(int count, char **arguments)
{
  const char *role = count > 1 ? arguments[1] : "";
  long rounds = count > 2 ? atol(arguments[2]) : 0;
  if (strcmp(role, "answer") == 0)
    return answer();
  return strcmp(role, "both") == 0 ? both(rounds) : ask(rounds);
}
