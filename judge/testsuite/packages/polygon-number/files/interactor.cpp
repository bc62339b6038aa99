// Tells the highest number, answers guesses with "<", ">" or "=", and notes how many there were.
#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
  if (argc < 3) return 3;
  std::ifstream input(argv[1]);
  std::ofstream notes(argv[2]);
  int highest, secret, guess, guesses = 0;
  if (!(input >> highest >> secret)) return 3;
  std::cout << highest << std::endl;
  while (guesses <= 10) {
    if (!(std::cin >> guess)) {
      std::cerr << "a guess is expected" << std::endl;
      return 2;
    }
    guesses++;
    std::cout << (secret < guess ? "<" : secret > guess ? ">" : "=") << std::endl;
    if (guess == secret) break;
  }
  notes << guesses << std::endl;
  std::cerr << guesses << " guesses" << std::endl;
  return 0;
}
