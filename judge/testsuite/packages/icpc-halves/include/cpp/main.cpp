#include <iostream>
#include <utility>
std::pair<long long, long long> split(long long sum);
int main() {
  long long sum;
  std::cin >> sum;
  auto [first, second] = split(sum);
  std::cout << first << ' ' << second << std::endl;
}
