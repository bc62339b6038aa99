// expect: accepted
// language: cpp23
#include <cstdint>
#include <iostream>

int main() {
  std::uint64_t a{}, b{}, k{};
  std::cin >> a >> b >> k;
  const auto litres = a + b;
  // `uz` literals came with C++23.
  if (constexpr auto impossible = 0uz; k == impossible) return 1;
  std::cout << litres / k << ' ' << litres % k << '\n';
}
