// expect: wrongAnswer on 2
#include <algorithm>
#include <iostream>
#include <vector>

// Tries whole points only.
int main() {
  int n;
  std::cin >> n;
  std::vector<long long> x(n), y(n), darkness(n);
  for (int i = 0; i < n; ++i) std::cin >> x[i] >> y[i] >> darkness[i];
  const auto power = [&](long long p) {
    long long needed = 0;
    for (int i = 0; i < n; ++i) {
      needed = std::max(needed, darkness[i] * ((x[i] - p) * (x[i] - p) + y[i] * y[i]));
    }
    return needed;
  };
  long long left = -10'000, right = 10'000;
  while (right - left > 2) {
    const long long first = left + (right - left) / 3, second = right - (right - left) / 3;
    if (power(first) < power(second)) {
      right = second;
    } else {
      left = first;
    }
  }
  std::cout << std::min({power(left), power(left + 1), power(right)}) << '\n';
}
