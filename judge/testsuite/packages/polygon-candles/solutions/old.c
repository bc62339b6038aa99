#include <stdio.h>
int main(void) {
  long long sum = 0;
  int n, height;
  scanf("%d", &n);
  while (n-- > 0 && scanf("%d", &height) == 1) sum += height;
  printf("%lld", sum);
  return 0;
}
