// expect: accepted
// language: cpp17
#include <cstdint>
#include <iostream>

int main() {
  std::int64_t first, second, balloon;
  std::cin >> first >> second >> balloon;
  std::int64_t balloons = first / balloon + second / balloon;
  std::int64_t rest = first % balloon + second % balloon;
  if (rest >= balloon) {
    ++balloons;
    rest -= balloon;
  }
  std::cout << balloons << ' ' << rest << std::endl;
}
