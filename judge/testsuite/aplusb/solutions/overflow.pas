// expect: wrongAnswer on 4
var a, b: int64;
begin
  read(a, b);
  writeln(longint(a + b));
end.
