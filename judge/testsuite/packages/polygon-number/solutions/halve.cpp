#include <iostream>
#include <string>
int main() {
  int low = 1, high;
  std::cin >> high;
  for (std::string reply; reply != "=";) {
    int middle = (low + high) / 2;
    std::cout << middle << std::endl;
    std::cin >> reply;
    if (reply == "<") high = middle - 1;
    if (reply == ">") low = middle + 1;
  }
}
