// expect: accepted
// The standard error is thrown away, however much it is.
#include <stdio.h>
int main(void) {
  long long a, b;
  for (int i = 0; i < 1000000; i++) fputs("debugging output left in\n", stderr);
  scanf("%lld %lld", &a, &b);
  printf("%lld\n", a + b);
}
