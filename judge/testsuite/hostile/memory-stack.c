// hostile: recursion without an end; expect: cause=memory|signal
static volatile int depth;
__attribute__((noinline)) static int down(int n) { volatile char pad[4096]; pad[n & 4095] = 1; depth++; return down(n + 1) + pad[0]; }
int main(void) { return down(0); }
