// expect: compilationError
#include <bits/stdc++.h>
int main() { std::cout << undeclared; }
