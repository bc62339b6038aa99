// expect: timeLimit on 1
// Four threads burn the limit four times as fast: CPU time counts, not the clock.
#include <thread>
#include <vector>
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back([] { for (volatile int j = 0;; j = j + 1); });
  for (auto &thread : threads) thread.join();
}
