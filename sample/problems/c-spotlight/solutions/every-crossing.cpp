// expect: timeLimit on 13
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

struct Balloon {
  long double x, y, darkness;
};

// The lowest point is below a balloon or where two parabolas cross: tries all of them, each in linear time,
// and with more digits than anybody needs.
int main() {
  int n;
  if (std::scanf("%d", &n) != 1) return 1;
  std::vector<Balloon> balloons(n);
  for (auto &[x, y, darkness] : balloons) {
    if (std::scanf("%Lf %Lf %Lf", &x, &y, &darkness) != 3) return 1;
  }
  long double best = 1e18L;
  const auto attempt = [&](long double p) {
    long double needed = 0;
    for (const auto &[x, y, darkness] : balloons) {
      needed = std::max(needed, darkness * ((x - p) * (x - p) + y * y));
    }
    best = std::min(best, needed);
  };
  for (const Balloon &one : balloons) {
    attempt(one.x);
    for (const Balloon &other : balloons) {
      const long double a = one.darkness - other.darkness;
      const long double b = -2 * (one.darkness * one.x - other.darkness * other.x);
      const long double c = one.darkness * (one.x * one.x + one.y * one.y) -
                       other.darkness * (other.x * other.x + other.y * other.y);
      if (a == 0) {
        if (b != 0) attempt(-c / b);
        continue;
      }
      const long double discriminant = b * b - 4 * a * c;
      if (discriminant < 0) continue;
      attempt((-b - std::sqrt(discriminant)) / (2 * a));
      attempt((-b + std::sqrt(discriminant)) / (2 * a));
    }
  }
  std::printf("%.10Lf\n", best);
}
