#include <cstdio>
int main() {
  long long n, sum = 0, height;
  for (std::scanf("%lld", &n); n > 0 && std::scanf("%lld", &height) == 1; n--) sum += height;
  std::printf("%lld centimetres\n", sum);
}
