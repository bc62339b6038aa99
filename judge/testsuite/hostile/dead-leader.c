// hostile: its first thread ends and leaves a process that looks dead but goes on; expect: cause=wall
#include <pthread.h>
#include <unistd.h>
static void *go_on(void *p) { for (;;) pause(); return p; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, go_on, 0);
  pthread_exit(0);
}
