// expect: timeLimit on 12
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

std::vector<std::pair<long long, long long>> deliveries;

// The longest antichain that ends here, counted anew each time.
int longest(int last) {
  int best = 1;
  for (int i = 0; i < last; ++i) {
    const bool together = deliveries[i].first < deliveries[last].first && deliveries[i].second > deliveries[last].second;
    if (together) best = std::max(best, longest(i) + 1);
  }
  return best;
}

int main() {
  int n;
  long long speed;
  std::cin >> n >> speed;
  deliveries.resize(n);
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
  int answer = 0;
  for (int i = 0; i < n; ++i) answer = std::max(answer, longest(i));
  std::cout << answer << '\n';
}
