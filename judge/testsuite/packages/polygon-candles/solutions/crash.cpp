#include <cstdio>
int main() {
  int heights[1000], n;
  std::scanf("%d", &n);
  if (n > 1000) __builtin_trap();
  long long sum = 0;
  for (int i = 0; i < n; i++) std::scanf("%d", &heights[i]), sum += heights[i];
  std::printf("%lld\n", sum);
}
