#include <algorithm>
#include <fstream>
#include <string>
int main() {
  std::ifstream input("turn.in");
  std::ofstream output("turn.out");
  std::string line;
  while (std::getline(input, line)) {
    std::reverse(line.begin(), line.end());
    output << line << '\n';
  }
}
