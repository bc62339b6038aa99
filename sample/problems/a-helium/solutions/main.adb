-- expect: accepted
with Ada.Text_IO; use Ada.Text_IO;

procedure Helium is
   package Litre_IO is new Integer_IO (Long_Long_Integer);

   First, Second, Balloon, Litres : Long_Long_Integer;
begin
   Litre_IO.Get (First);
   Litre_IO.Get (Second);
   Litre_IO.Get (Balloon);
   Litres := First + Second;
   Litre_IO.Put (Litres / Balloon, Width => 0);
   Put (" ");
   Litre_IO.Put (Litres mod Balloon, Width => 0);
   New_Line;
end Helium;
