// hostile: spreads its work over threads to halve the time; expect: cause=cpu
#include <pthread.h>
static void *burn(void *p) { for (volatile long i = 0;; i++); return p; }
int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, burn, 0); burn(0); }
