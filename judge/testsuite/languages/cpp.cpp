#include <cstdlib>
#include <iostream>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

long deep(volatile long level) { return level == 0 ? 0 : 1 + deep(level - 1); }

int main() {
  std::string wish;
  std::cin >> wish;
  if (wish == "hello") std::cout << "hello" << std::endl;
  if (wish == "deep") std::cout << deep(100000) << std::endl;
  if (wish == "exit") std::exit(3);
  if (wish == "fail") throw std::runtime_error("as wished");
  if (wish == "loop")
    for (volatile int i = 0;; i = i + 1);
  if (wish == "blocks") {
    std::vector<std::vector<char>> blocks;
    for (;;) blocks.emplace_back(1 << 20, 'x');
  }
  if (wish == "nodes") {
    std::list<long> nodes;
    for (;;) nodes.push_back(1);
  }
}
