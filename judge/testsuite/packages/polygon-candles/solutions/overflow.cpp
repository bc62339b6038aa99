#include <iostream>
int main() {
  int n;
  unsigned sum = 0, height;
  for (std::cin >> n; n > 0 && std::cin >> height; n--) sum += height;
  std::cout << (int) sum << std::endl;
}
