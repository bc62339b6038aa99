// expect: accepted
#include <stdio.h>

static double x[2000], y[2000], darkness[2000];
static int n;

static double
power(double p)
{
  double needed = 0;
  for (int i = 0; i < n; i++) {
    double own = darkness[i] * ((x[i] - p) * (x[i] - p) + y[i] * y[i]);
    if (own > needed)
      needed = own;
  }
  return needed;
}

int
main(void)
{
  if (scanf("%d", &n) != 1)
    return 1;
  for (int i = 0; i < n; i++) {
    if (scanf("%lf %lf %lf", &x[i], &y[i], &darkness[i]) != 3)
      return 1;
  }
  const double golden = 0.6180339887498949;
  double left = -10000, right = 10000;
  for (int step = 0; step < 100; step++) {
    double first = right - (right - left) * golden, second = left + (right - left) * golden;
    if (power(first) < power(second))
      right = second;
    else
      left = first;
  }
  printf("%.9f\n", power(left));
  return 0;
}
