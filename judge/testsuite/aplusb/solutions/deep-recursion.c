// expect: accepted
// 48 MB of stack: all of the memory may be stack.
#include <stdio.h>
static long long down(int depth) {
  volatile char room[1024];
  room[0] = 1;
  return depth == 0 ? 0 : room[0] + down(depth - 1);
}
int main(void) { long long a, b; scanf("%lld %lld", &a, &b); printf("%lld\n", a + b + down(40000) - 40000); }
