#include <cstdio>
int main() {
  volatile int n, first;
  int a, b;
  scanf("%d%d", &a, &b), n = a, first = b;
  printf("%d\n", n / (first - first));
}
