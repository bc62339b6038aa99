// expect: accepted
program Helium;

var
  a, b, k: int64;
begin
  readln(a, b);
  readln(k);
  writeln((a + b) div k, ' ', (a + b) mod k);
end.
