// expect: accepted
// language: cpp20
#include <concepts>
#include <cstdio>
template <std::integral Number> Number sum(Number a, Number b) { return a + b; }
int main() { long long a, b; std::scanf("%lld %lld", &a, &b); std::printf("%lld\n", sum(a, b)); }
