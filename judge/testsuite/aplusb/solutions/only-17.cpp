// expect: accepted
// language: cpp17
// A name that C++20 made a keyword.
#include <cstdio>
int main() { long long concept, b; std::scanf("%lld %lld", &concept, &b); std::printf("%lld\n", concept + b); }
