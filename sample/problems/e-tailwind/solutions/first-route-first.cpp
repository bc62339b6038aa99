// expect: timeLimit on 10
#include <iostream>
#include <limits>
#include <vector>

struct Flight {
  int to;
  long long hours;
  int wind;
};

constexpr long long NEVER = std::numeric_limits<long long>::max();
long long period;
std::vector<std::vector<Flight>> flights;
std::vector<long long> arrival;

// Goes as far as it can and comes back whenever it finds a better way: exponential in the worst case.
void arrive(int city, long long now) {
  if (now >= arrival[city]) return;
  arrival[city] = now;
  for (const auto &[to, hours, wind] : flights[city]) {
    const bool blows = now / period % 2 == wind;
    arrive(to, (blows ? now : (now / period + 1) * period) + hours);
  }
}

int main() {
  int n, m;
  std::cin >> n >> m >> period;
  flights.resize(n + 1);
  arrival.assign(n + 1, NEVER);
  for (int i = 0; i < m; ++i) {
    int u, v;
    long long hours;
    std::cin >> u >> v >> hours;
    flights[u].push_back({v, hours, 0});
    flights[v].push_back({u, hours, 1});
  }
  arrive(1, 0);
  std::cout << (arrival[n] == NEVER ? -1 : arrival[n]) << '\n';
}
