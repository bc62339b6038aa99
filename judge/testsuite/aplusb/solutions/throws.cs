// expect: runtimeError on 1
using System;
class Program { static void Main() { throw new Exception(); } }
