// expect: wrongAnswer on 1
#include <iostream>

int main() {
  long long a, b, k;
  std::cin >> a >> b >> k;
  std::cout << a / k + b / k << ' ' << a % k + b % k << '\n';
}
