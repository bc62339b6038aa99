// expect: timeLimit on 1
class Program { static void Main() { for (;;); } }
