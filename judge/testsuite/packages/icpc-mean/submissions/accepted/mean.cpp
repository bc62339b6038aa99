#include <cstdio>
int main() {
  int n;
  double sum = 0, number;
  scanf("%d", &n);
  for (int i = 0; i < n && scanf("%lf", &number) == 1; i++) sum += number;
  printf("%.6f\n", sum / n);
}
