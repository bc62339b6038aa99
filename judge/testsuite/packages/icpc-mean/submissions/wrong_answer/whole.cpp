#include <cstdio>
int main() {
  int n;
  long long sum = 0, number;
  scanf("%d", &n);
  for (int i = 0; i < n && scanf("%lld", &number) == 1; i++) sum += number;
  printf("%lld\n", sum / n);
}
