// expect: accepted
using System;
class Program {
  static void Main() {
    var numbers = Console.ReadLine().Split(' ');
    Console.WriteLine(long.Parse(numbers[0]) + long.Parse(numbers[1]));
  }
}
