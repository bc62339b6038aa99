// hostile: children whose end it ignores, so that the kernel adds their time to nobody, do the work; expect: cause=cpu
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    if (fork() == 0) { for (volatile long i = 0; i < 3000000; i++); _exit(0); }
    wait(0);
  }
}
