// expect: idlenessLimit on 1
#include <chrono>
#include <iostream>
#include <thread>

// Believes that a zero will end the input, and waits for it.
int main() {
  long long numbers[4] = {1, 1, 1, 1};
  for (long long &number : numbers) {
    while (!(std::cin >> number)) {
      std::cin.clear();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }
  std::cout << (numbers[0] + numbers[1]) / numbers[2] << '\n';
}
