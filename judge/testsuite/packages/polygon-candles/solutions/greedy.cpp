#include <vector>
int main() {
  std::vector<long long> all;
  for (;;) all.push_back(all.size());
}
