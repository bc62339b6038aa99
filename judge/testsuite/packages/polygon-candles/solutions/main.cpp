#include <iostream>
int main() {
  long long n, sum = 0, height;
  for (std::cin >> n; n > 0 && std::cin >> height; n--) sum += height;
  std::cout << sum << std::endl;
}
