// hostile: kills everything it can; expect: cause=exit exitCode=0
#include <signal.h>
int main(void) { for (int s = 1; s < 32; s++) { kill(-1, s == SIGCHLD ? 0 : s == SIGKILL ? s : SIGKILL); } return 0; }
