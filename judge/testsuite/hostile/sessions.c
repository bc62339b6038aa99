// hostile: advances the machine's counter of sessions, which every process can read; expect: cause=exit exitCode=0
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void number(char *text) { FILE *f = fopen("/proc/self/autogroup", "r"); if (f) { if (!fgets(text, 64, f)) *text = 0; fclose(f); } }
int main(void) {
  char before[64] = "", after[64] = "";
  int pipes[2];
  number(before);
  if (pipe(pipes) || fork() == 0) { setsid(); number(after); write(pipes[1], after, sizeof after); _exit(0); }
  wait(0);
  if (read(pipes[0], after, sizeof after) < 0) return 2;
  return strcmp(before, after) != 0;
}
