// expect: wrongAnswer on 8
#include <cstdint>
#include <iostream>

int main() {
  long long a, b, k;
  std::cin >> a >> b >> k;
  const auto litres = static_cast<std::int32_t>(a + b);
  std::cout << litres / k << ' ' << litres % k << '\n';
}
