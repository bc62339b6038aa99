// expect: accepted
#include <iostream>

int main() {
  long long a, b, k;
  std::cin >> a >> b >> k;
  // Pouring the rests together means that nothing is lost: 8e18 still fits into 64 bits.
  std::cout << (a + b) / k << ' ' << (a + b) % k << '\n';
}
