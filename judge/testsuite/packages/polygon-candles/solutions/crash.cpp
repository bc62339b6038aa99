#include <iostream>
int main() {
  int heights[1000], n;
  std::cin >> n;
  if (n > 1000) __builtin_trap();
  long long sum = 0;
  for (int i = 0; i < n; i++) std::cin >> heights[i], sum += heights[i];
  std::cout << sum << std::endl;
}
