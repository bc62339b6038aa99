#include <iostream>
#include <string>
int main() {
  int low = 1, high = 100;
  for (std::string reply; reply != "right";) {
    int middle = (low + high) / 2;
    std::cout << middle << std::endl;
    std::cin >> reply;
    if (reply == "less") high = middle - 1;
    if (reply == "more") low = middle + 1;
  }
  // The validator has gone; whoever waits for it must see the end of its words.
  std::string more;
  while (std::cin >> more) {
  }
}
