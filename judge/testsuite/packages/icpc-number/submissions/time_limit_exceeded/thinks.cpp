#include <iostream>
int main() {
  std::cout << 50 << std::endl;
  for (volatile long long i = 0;; i = i + 1) {
  }
}
