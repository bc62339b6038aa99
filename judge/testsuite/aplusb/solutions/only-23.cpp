// expect: accepted
// language: cpp23
#include <cstdlib>
#include <iostream>
int main() {
  long long a, b;
  std::cin >> a >> b;
  if consteval { std::abort(); }
  auto zero = 0uz; std::cout << a + b + static_cast<long long>(zero) << "\n";
}
