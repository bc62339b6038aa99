// expect: accepted
#include <stdio.h>

int main(void) {
  long long a, b, k;
  if (scanf("%lld %lld %lld", &a, &b, &k) != 3) return 1;
  printf("%lld %lld\n", (a + b) / k, (a + b) % k);
  return 0;
}
