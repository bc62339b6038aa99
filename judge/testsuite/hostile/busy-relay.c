// hostile: a chain of short-lived processes, each reaped by its parent, does the work; expect: cause=cpu
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  for (;;) {
    if (fork() == 0) { for (volatile long i = 0; i < 3000000; i++); _exit(0); }
    wait(0);
  }
}
