// expect: timeLimit on 1
begin
  while true do;
end.
