// expect: accepted
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

// One runner gets from a delivery to another when neither v*t - x nor v*t + x decreases. So the deliveries of one
// runner are a chain, and by Dilworth's theorem as many runners are needed as the longest antichain has elements:
// sorted by the first value, it is the longest strictly decreasing sequence of second values.
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

  std::vector<long long> negatedEnds;  // of the best decreasing sequences of each length
  for (const auto &[left, right] : deliveries) {
    const auto place = std::lower_bound(negatedEnds.begin(), negatedEnds.end(), -right);
    if (place == negatedEnds.end()) {
      negatedEnds.push_back(-right);
    } else {
      *place = -right;
    }
  }
  std::cout << negatedEnds.size() << '\n';
}
