// expect: accepted
#include <iostream>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

struct Flight {
  int to;
  long long hours;
  int wind;  // 0 forwards, 1 backwards
};

constexpr long long NEVER = std::numeric_limits<long long>::max();

// Leaving later never means arriving earlier, so Dijkstra's algorithm needs no change besides the waiting.
int main() {
  int n, m;
  long long period;
  std::cin >> n >> m >> period;
  std::vector<std::vector<Flight>> flights(n);
  for (int i = 0; i < m; ++i) {
    int u, v;
    long long hours;
    std::cin >> u >> v >> hours;
    flights[u - 1].push_back({v - 1, hours, 0});
    flights[v - 1].push_back({u - 1, hours, 1});
  }

  std::vector<long long> arrival(n, NEVER);
  std::priority_queue<std::pair<long long, int>> queue;
  arrival[0] = 0;
  queue.push({0, 0});
  while (!queue.empty()) {
    const auto [negated, city] = queue.top();
    queue.pop();
    const long long now = -negated;
    if (now > arrival[city]) continue;
    for (const auto &[to, hours, wind] : flights[city]) {
      const bool blows = now / period % 2 == wind;
      const long long departure = blows ? now : (now / period + 1) * period;
      if (departure + hours < arrival[to]) {
        arrival[to] = departure + hours;
        queue.push({-arrival[to], to});
      }
    }
  }
  std::cout << (arrival[n - 1] == NEVER ? -1 : arrival[n - 1]) << '\n';
}
