// expect: compilationError
int main() {
  long long a, b, k;
  std::cin >> a >> b >> k;
  std::cout << (a + b) / k << ' ' << (a + b) % k << '\n';
}
