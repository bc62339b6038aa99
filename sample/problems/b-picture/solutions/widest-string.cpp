// expect: wrongAnswer on 3
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

// Takes the balloon with the longest string for the outermost one.
int main() {
  int n;
  std::string wind;
  std::cin >> n >> wind;
  std::vector<int> length(n);
  for (int &value : length) std::cin >> value;

  const int shift = wind == "right" ? 1 : wind == "left" ? -1 : 0;
  const char rope = wind == "right" ? '/' : wind == "left" ? '\\' : '|';
  const int highest = *std::max_element(length.begin(), length.end()) + 1;
  const int first = shift < 0 ? -highest : 0;
  const int last = shift > 0 ? n - 1 + highest : n - 1;

  std::vector<std::string> picture(highest + 1, std::string(last - first + 1, '.'));
  for (int i = 0; i < n; ++i) {
    picture[0][i - first] = '=';
    for (int row = 1; row <= length[i]; ++row) picture[row][i + shift * row - first] = rope;
    picture[length[i] + 1][i + shift * (length[i] + 1) - first] = 'O';
  }
  for (int row = highest; row >= 0; --row) std::cout << picture[row] << '\n';
}
