// expect: runtimeError on 6
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

// The canvas is wide enough for small pictures only.
int main() {
  int n;
  std::string wind;
  std::cin >> n >> wind;
  const int shift = wind == "right" ? 1 : wind == "left" ? -1 : 0;
  const char rope = wind == "right" ? '/' : wind == "left" ? '\\' : '|';

  const int origin = 16;
  std::vector<std::string> canvas(34, std::string(34, '.'));
  int first = 0, last = n - 1, highest = 0;
  for (int i = 0; i < n; ++i) {
    int length;
    std::cin >> length;
    canvas.at(0).at(origin + i) = '=';
    for (int row = 1; row <= length + 1; ++row) {
      const int column = i + shift * row;
      canvas.at(row).at(origin + column) = row <= length ? rope : 'O';
      first = std::min(first, column);
      last = std::max(last, column);
      highest = std::max(highest, row);
    }
  }
  for (int row = highest; row >= 0; --row) {
    std::cout << canvas[row].substr(origin + first, last - first + 1) << '\n';
  }
}
