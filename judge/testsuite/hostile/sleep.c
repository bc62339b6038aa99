// hostile: sleeps for ever; expect: cause=wall
#include <unistd.h>
int main(void) { for (;;) pause(); }
