#include <cstdio>
#include <vector>
int main() {
  int n;
  std::scanf("%d", &n);
  std::vector<long long> heights(n);
  for (auto &height : heights) std::scanf("%lld", &height);
  // Burns one centimetre off at a time.
  volatile long long sum = 0;
  for (auto height : heights)
    while (height-- > 0) sum = sum + 1;
  std::printf("%lld\n", (long long) sum);
}
