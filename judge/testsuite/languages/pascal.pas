type
  PNode = ^TNode;
  TNode = record
    next: PNode;
    number: int64;
  end;

var
  wish: string;
  zero: longint;
  block: pointer;
  list, first: PNode;

function deep(level: longint): longint;
begin
  if level = 0 then deep := 0 else deep := 1 + deep(level - 1);
end;

begin
  readln(wish);
  if wish = 'hello' then writeln('hello');
  if wish = 'deep' then writeln(deep(100000));
  if wish = 'exit' then halt(3);
  if wish = 'fail' then writeln(1 div zero);
  if wish = 'loop' then while true do;
  if wish = 'blocks' then
    while true do begin
      getmem(block, 1048576);
      fillchar(block^, 1048576, 1);
    end;
  if wish = 'nodes' then begin
    list := nil;
    while true do begin
      new(first);
      first^.next := list;
      first^.number := 1;
      list := first;
    end;
  end;
end.
