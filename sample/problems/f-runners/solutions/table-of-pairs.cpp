// expect: memoryLimit on 12
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

// Writes down the time and the way between any two deliveries: 100 MB for 2500 of them.
int main() {
  int n;
  long long speed;
  std::cin >> n >> speed;
  std::vector<std::pair<long long, long long>> deliveries(n);
  for (auto &[second, metre] : deliveries) {
    std::cin >> second >> metre;
    if (std::llabs(metre) > speed * second) {
      std::cout << -1 << '\n';
      return 0;
    }
  }
  std::sort(deliveries.begin(), deliveries.end(), [&](const auto &a, const auto &b) {
    return std::pair(speed * a.first - a.second, a.first) < std::pair(speed * b.first - b.second, b.first);
  });

  std::vector<std::vector<std::pair<long long, long long>>> gap(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      gap[i].emplace_back(deliveries[j].first - deliveries[i].first, deliveries[j].second - deliveries[i].second);
    }
  }
  std::vector<int> longest(n, 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const auto [time, way] = gap[j][i];
      if (std::llabs(way) > speed * std::llabs(time)) longest[i] = std::max(longest[i], longest[j] + 1);
    }
  }
  std::cout << *std::max_element(longest.begin(), longest.end()) << '\n';
}
