#include <fstream>
int main() {
  std::ifstream input("turn.in");
  std::ofstream("turn.out") << input.rdbuf();
}
