// hostile: ignores every signal it can and sleeps; expect: cause=wall
#include <signal.h>
#include <unistd.h>
int main(void) { for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (;;) sleep(1000); }
