// expect: accepted
// language: cpp23
#include <cstdio>
#include <cstdlib>
int main() {
  long long a, b;
  std::scanf("%lld %lld", &a, &b);
  if consteval { std::abort(); }
  auto zero = 0uz; std::printf("%lld\n", a + b + static_cast<long long>(zero));
}
