// expect: wrongAnswer on 6
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

// Lets nobody hand over two balloons at once.
int main() {
  int n;
  long long speed;
  std::cin >> n >> speed;
  std::vector<std::pair<long long, long long>> deliveries(n);
  for (auto &[left, right] : deliveries) {
    long long second, metre;
    std::cin >> second >> metre;
    if (std::llabs(metre) > speed * second) {
      std::cout << -1 << '\n';
      return 0;
    }
    left = speed * second - metre;
    right = speed * second + metre;
  }
  std::sort(deliveries.begin(), deliveries.end());
  std::vector<long long> ends;
  for (const auto &[left, right] : deliveries) {
    const auto place = std::upper_bound(ends.begin(), ends.end(), -right);
    if (place == ends.end()) {
      ends.push_back(-right);
    } else {
      *place = -right;
    }
  }
  std::cout << ends.size() << '\n';
}
