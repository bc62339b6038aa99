// hostile: sets the clock back; expect: cause=security
#include <time.h>
int main(void) { struct timespec t = { 0 }; return clock_settime(CLOCK_REALTIME, &t) == 0; }
