#include <cstdio>
#include <cstring>
int main() {
  long long n, sum = 0, height;
  for (std::scanf("%lld", &n); n > 0 && std::scanf("%lld", &height) == 1; n--) sum += height;
  char *all = new char[512 << 20];
  std::memset(all, 1, 512 << 20);
  std::printf("%lld\n", sum + all[sum % (512 << 20)] - 1);
}
