// One number, and nothing behind it.
#include "jury.h"

int main(int argc, char **argv) {
  if (argc < 4) quit(FAILED, "three files, please");
  std::ifstream output(argv[2]), answer(argv[3]);
  long long expected, found;
  if (!(answer >> expected)) quit(FAILED, "the answer has no number");
  if (!(output >> found)) quit(PRESENTATION, "a number is expected");
  std::string more;
  if (output >> more) quit(PRESENTATION, "something follows the number");
  if (found != expected) quit(WRONG, "expected " + std::to_string(expected) + ", found " + std::to_string(found));
  quit(OK, "the sum is right");
}
