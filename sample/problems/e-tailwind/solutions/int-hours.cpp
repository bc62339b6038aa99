// expect: wrongAnswer on 11
#include <cstdint>
#include <iostream>
#include <vector>

// Keeps the moments in 32 bits.
int main() {
  int n, m;
  std::int64_t period;
  std::cin >> n >> m >> period;
  std::vector<int> u(m), v(m), hours(m);
  for (int i = 0; i < m; ++i) std::cin >> u[i] >> v[i] >> hours[i];

  const std::int32_t never = INT32_MAX;
  std::vector<std::int32_t> arrival(n + 1, never);
  std::vector<bool> done(n + 1);
  arrival[1] = 0;
  for (int round = 0; round < n; ++round) {
    int city = 0;
    for (int i = 1; i <= n; ++i) {
      if (!done[i] && arrival[i] != never && (city == 0 || arrival[i] < arrival[city])) city = i;
    }
    if (city == 0) break;
    done[city] = true;
    const auto fly = [&](int to, int flight, int wind) {
      const std::int64_t now = arrival[city];
      const std::int64_t departure = now / period % 2 == wind ? now : (now / period + 1) * period;
      const auto there = static_cast<std::int32_t>(departure + flight);
      if (!done[to] && there < arrival[to]) arrival[to] = there;
    };
    for (int i = 0; i < m; ++i) {
      if (u[i] == city) fly(v[i], hours[i], 0);
      if (v[i] == city) fly(u[i], hours[i], 1);
    }
  }
  std::cout << (arrival[n] == never ? -1 : arrival[n]) << '\n';
}
