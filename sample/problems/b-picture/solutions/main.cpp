// expect: accepted
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
  int n;
  std::string wind;
  std::cin >> n >> wind;
  std::vector<int> length(n);
  for (int &value : length) std::cin >> value;

  const int shift = wind == "right" ? 1 : wind == "left" ? -1 : 0;
  const char rope = wind == "right" ? '/' : wind == "left" ? '\\' : '|';
  int first = 0, last = n - 1;
  for (int i = 0; i < n; ++i) {
    const int balloon = i + shift * (length[i] + 1);
    first = std::min(first, balloon);
    last = std::max(last, balloon);
  }

  const int highest = *std::max_element(length.begin(), length.end()) + 1;
  std::vector<std::string> picture(highest + 1, std::string(last - first + 1, '.'));
  for (int i = 0; i < n; ++i) {
    picture[0][i - first] = '=';
    for (int row = 1; row <= length[i]; ++row) picture[row][i + shift * row - first] = rope;
    picture[length[i] + 1][i + shift * (length[i] + 1) - first] = 'O';
  }
  for (int row = highest; row >= 0; --row) std::cout << picture[row] << '\n';
}
