#include <iostream>
#include <string>
int main() {
  std::string word;
  std::cin >> word;
  while (word != "=" && std::cin) std::cout << 1 << std::endl, std::cin >> word;
}
