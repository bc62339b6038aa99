// expect: timeLimit on 10
#include <iostream>

int main() {
  unsigned long long a, b, k;
  std::cin >> a >> b >> k;
  unsigned long long litres = a + b, balloons = 0;
  while (litres >= k) {
    litres -= k;
    ++balloons;
    asm volatile("" : "+r"(litres)); // keeps the compiler from dividing for us
  }
  std::cout << balloons << ' ' << litres << '\n';
}
