#include <iostream>
int main() { std::cout << "fifty" << std::endl; }
