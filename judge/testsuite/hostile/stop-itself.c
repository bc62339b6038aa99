// hostile: stops itself, so that it never ends; expect: cause=wall
#include <signal.h>
int main(void) { for (;;) raise(SIGSTOP); }
