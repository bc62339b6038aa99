// expect: accepted
program WindyPicture;

const
  margin = 64;

var
  picture: array[0..41, -margin..60 + margin] of char;
  n, i, row, shift, length, first, last, highest: integer;
  separator, rope: char;
  wind: string;

procedure draw(row, column: integer; what: char);
begin
  picture[row, column] := what;
  if column < first then first := column;
  if column > last then last := column;
  if row > highest then highest := row;
end;

begin
  fillchar(picture, sizeof(picture), '.');
  readln(n, separator, wind);
  shift := 0;
  rope := '|';
  if wind = 'right' then begin shift := 1; rope := '/'; end;
  if wind = 'left' then begin shift := -1; rope := '\'; end;
  first := 1;
  last := n;
  highest := 0;
  for i := 1 to n do
  begin
    read(length);
    draw(0, i, '=');
    for row := 1 to length do draw(row, i + shift * row, rope);
    draw(length + 1, i + shift * (length + 1), 'O');
  end;
  for row := highest downto 0 do
  begin
    for i := first to last do write(picture[row, i]);
    writeln;
  end;
end.
