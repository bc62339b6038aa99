// hostile: has the compiler compute for ever; expect: cause=cpu|memory
constexpr unsigned long spin(unsigned long n) {
  for (int i = 0; i < 200000; i++) n = n * 31 + i;
  return n;
}
template <int n> struct Value { static constexpr unsigned long value = spin(n) + Value<n - 1>::value; };
template <> struct Value<0> { static constexpr unsigned long value = 0; };
int main() { return Value<800>::value; }
