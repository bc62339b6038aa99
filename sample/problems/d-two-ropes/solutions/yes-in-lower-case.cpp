// expect: presentationError on 1
#include <iostream>
#include <string>

int main() {
  std::string balloons;
  std::cin >> balloons;
  std::cout << "Yes\n" << std::string(balloons.size(), '1') << '\n';
}
