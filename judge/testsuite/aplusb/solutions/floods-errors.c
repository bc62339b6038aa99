// expect: accepted
// The standard error is thrown away, however much it is: 25 MB, in few enough writes for a slow kernel.
#include <stdio.h>
#include <string.h>
int main(void) {
  long long a, b;
  static char line[256];
  memset(line, '.', sizeof line - 1);
  for (int i = 0; i < 100000; i++) fputs(line, stderr);
  scanf("%lld %lld", &a, &b);
  printf("%lld\n", a + b);
}
