// expect: wrongAnswer on 4
using System;
class Program {
  static void Main() {
    var numbers = Console.ReadLine().Split(' ');
    Console.WriteLine(unchecked((int) (long.Parse(numbers[0]) + long.Parse(numbers[1]))));
  }
}
