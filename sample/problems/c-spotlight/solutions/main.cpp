// expect: accepted
#include <algorithm>
#include <cstdio>
#include <vector>

struct Balloon {
  double x, y, darkness;
};

// A maximum of convex functions is convex, so the ternary search closes in on its lowest point.
int main() {
  int n;
  if (std::scanf("%d", &n) != 1) return 1;
  std::vector<Balloon> balloons(n);
  for (auto &[x, y, darkness] : balloons) {
    if (std::scanf("%lf %lf %lf", &x, &y, &darkness) != 3) return 1;
  }
  const auto power = [&](double p) {
    double needed = 0;
    for (const auto &[x, y, darkness] : balloons) {
      needed = std::max(needed, darkness * ((x - p) * (x - p) + y * y));
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
  std::printf("%.10f\n", power((left + right) / 2));
}
