// expect: accepted
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

// One rope ends in the balloon tied last. All that matters besides is the colour at the end of the other one.
constexpr int EMPTY = 26, COLORS = 27, UNREACHED = -1;

struct Step {
  int other = UNREACHED;  // end of the other rope before this balloon
  bool switched = false;
};

int main() {
  std::string balloons;
  std::cin >> balloons;
  const int n = static_cast<int>(balloons.size());

  std::vector<std::array<Step, COLORS>> steps(n);
  steps[0][EMPTY].other = EMPTY;
  for (int i = 1; i < n; ++i) {
    const int color = balloons[i] - 'a', previous = balloons[i - 1] - 'a';
    for (int other = 0; other < COLORS; ++other) {
      if (steps[i - 1][other].other == UNREACHED) continue;
      if (color != previous) steps[i][other] = {other, false};
      if (color != other) steps[i][previous] = {other, true};
    }
  }

  int other = 0;
  while (other < COLORS && steps[n - 1][other].other == UNREACHED) ++other;
  if (other == COLORS) {
    std::cout << "NO\n";
    return 0;
  }
  std::string ropes(n, '1');
  char rope = '1';
  for (int i = n - 1; i >= 0; --i) {
    ropes[i] = rope;
    const Step &step = steps[i][other];
    if (step.switched) rope = rope == '1' ? '2' : '1';
    other = step.other;
  }
  if (ropes[0] == '2') {
    for (char &symbol : ropes) symbol = symbol == '1' ? '2' : '1';
  }
  std::cout << "YES\n" << ropes << '\n';
}
