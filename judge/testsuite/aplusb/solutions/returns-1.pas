// expect: runtimeError on 1
begin
  halt(1);
end.
