// expect: compilationError
begin
  writeln(undeclared);
end.
