// expect: accepted
using System;

class Helium
{
    static void Main()
    {
        string[] cylinders = Console.ReadLine().Split(' ');
        long litres = long.Parse(cylinders[0]) + long.Parse(cylinders[1]);
        long balloon = long.Parse(Console.ReadLine());
        Console.WriteLine(litres / balloon + " " + litres % balloon);
    }
}
