#include <cstdio>
#include <utility>
std::pair<long long, long long> split(long long sum);
int main() {
  long long sum;
  std::scanf("%lld", &sum);
  auto [first, second] = split(sum);
  std::printf("%lld %lld\n", first, second);
}
