#include <cstdio>
int main() {
  char word[20];
  std::scanf("%19s", word);
  while (word[0] != '=') {
    std::puts("1");
    std::fflush(stdout);
    if (std::scanf("%19s", word) != 1) break;
  }
}
