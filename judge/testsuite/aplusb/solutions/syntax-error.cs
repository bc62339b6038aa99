// expect: compilationError
class Program { static void Main() { undeclared(); } }
