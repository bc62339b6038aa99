// expect: timeLimit on 11
#include <iostream>
#include <string>

std::string balloons, ropes;

bool hang(std::size_t i, char first, char second) {
  if (i == balloons.size()) return true;
  if (balloons[i] != first) {
    ropes[i] = '1';
    if (hang(i + 1, balloons[i], second)) return true;
  }
  if (balloons[i] != second) {
    ropes[i] = '2';
    if (hang(i + 1, first, balloons[i])) return true;
  }
  return false;
}

// Right, but it forgets what it has tried.
int main() {
  std::cin >> balloons;
  ropes.resize(balloons.size());
  if (hang(0, 0, 0)) {
    std::cout << "YES\n" << ropes << '\n';
  } else {
    std::cout << "NO\n";
  }
}
