// expect: accepted
// language: cpp20
#include <concepts>
#include <iostream>
template <std::integral Number> Number sum(Number a, Number b) { return a + b; }
int main() { long long a, b; std::cin >> a >> b; std::cout << sum(a, b) << "\n"; }
