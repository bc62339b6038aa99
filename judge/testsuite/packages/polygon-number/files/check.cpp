// The interactor has noted the number of guesses; ten are enough for a thousand.
#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
  if (argc < 4) return 3;
  std::ifstream notes(argv[2]);
  int guesses;
  if (!(notes >> guesses)) return 3;
  std::cerr << guesses << " guesses" << std::endl;
  return guesses <= 10 ? 0 : 1;
}
