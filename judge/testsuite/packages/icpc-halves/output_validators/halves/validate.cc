#include "feedback.h"
#include <cstring>

int main(int argc, char **argv) {
  long long sum, first, second, greatest = 0;
  for (int i = 4; i + 1 < argc; i++)
    if (std::strcmp(argv[i], "--greatest") == 0) greatest = std::atoll(argv[i + 1]);
  std::ifstream input(argv[1]);
  input >> sum;
  if (sum > greatest) return 1;
  if (!(std::cin >> first >> second)) refuse(argv[3], "two numbers are expected");
  if (first < 1 || second < 1) refuse(argv[3], "a number is not positive");
  if (first + second != sum) refuse(argv[3], "the sum is wrong");
  std::string more;
  if (std::cin >> more) refuse(argv[3], "something follows");
  return 42;
}
