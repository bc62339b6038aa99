// expect: wrongAnswer on 1
#include <iostream>
#include <string>

// Changes the rope only when it has to, and never thinks ahead.
int main() {
  std::string balloons, ropes;
  std::cin >> balloons;
  char end[2] = {0, 0};
  int rope = 0;
  for (const char color : balloons) {
    if (end[rope] == color) rope = 1 - rope;
    if (end[rope] == color) {
      std::cout << "NO\n";
      return 0;
    }
    end[rope] = color;
    ropes += static_cast<char>('1' + rope);
  }
  std::cout << "YES\n" << ropes << '\n';
}
