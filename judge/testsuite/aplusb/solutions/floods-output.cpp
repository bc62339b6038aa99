// expect: outputLimit on 1
#include <iostream>
int main() { for (;;) std::cout << "flood "; }
