// expect: memoryLimit on 1
var room: pointer;
begin
  while true do begin
    getmem(room, 1048576);
    fillchar(room^, 1048576, 1);
  end;
end.
