// expect: wrongAnswer on 4
#include <cstdio>
int main() { unsigned a, b; long long x, y; std::scanf("%lld %lld", &x, &y); a = x; b = y; std::printf("%d\n", (int) (a + b)); }
