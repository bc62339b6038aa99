// expect: outputLimit on 1
#include <cstdio>

// Forgot to subtract, and reports every balloon.
int main() {
  long long a, b, k;
  if (std::scanf("%lld %lld %lld", &a, &b, &k) != 3) return 1;
  static char buffer[1 << 16];
  std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  while (a + b >= k) std::fputs("Inflating one more balloon, please hold the string tight.\n", stdout);
  std::printf("%lld\n", a + b);
}
