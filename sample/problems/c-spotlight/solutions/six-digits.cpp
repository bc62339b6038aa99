// expect: wrongAnswer on 3
#include <algorithm>
#include <iostream>
#include <vector>

// Prints as many digits as `cout` does when nobody asks for more.
int main() {
  int n;
  std::cin >> n;
  std::vector<double> x(n), y(n), darkness(n);
  for (int i = 0; i < n; ++i) std::cin >> x[i] >> y[i] >> darkness[i];
  const auto power = [&](double p) {
    double needed = 0;
    for (int i = 0; i < n; ++i) {
      needed = std::max(needed, darkness[i] * ((x[i] - p) * (x[i] - p) + y[i] * y[i]));
    }
    return needed;
  };
  double left = -10'000, right = 10'000;
  for (int step = 0; step < 120; ++step) {
    const double first = left + (right - left) / 3, second = right - (right - left) / 3;
    if (power(first) < power(second)) {
      right = second;
    } else {
      left = first;
    }
  }
  std::cout << power(left) << '\n';
}
