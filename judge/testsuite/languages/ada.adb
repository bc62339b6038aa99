with Ada.Text_IO; use Ada.Text_IO;

procedure Wishes is
   type Node;
   type Link is access Node;
   type Node is record
      Value : Integer;
      Next  : Link;
   end record;
   type Block is array (1 .. 1_048_576) of Character;
   type Block_Access is access Block;

   Wish  : constant String := Get_Line;
   Nodes : Link;

   function Deep (Level : Integer) return Integer is
   begin
      if Level = 0 then
         return 0;
      end if;
      return 1 + Deep (Level - 1);
   end Deep;

   procedure Exit_With (Code : Integer);
   pragma Import (C, Exit_With, "exit");

   Spin : Integer := 0;
   pragma Volatile (Spin);
begin
   if Wish = "hello" then
      Put_Line ("hello");
   elsif Wish = "deep" then
      declare
         Image : constant String := Integer'Image (Deep (100_000));
      begin
         Put_Line (Image (2 .. Image'Last));
      end;
   elsif Wish = "exit" then
      Exit_With (3);
   elsif Wish = "fail" then
      raise Program_Error;
   elsif Wish = "loop" then
      loop
         Spin := Spin + 1;
         if Spin > 1000 then
            Spin := 0;
         end if;
      end loop;
   elsif Wish = "blocks" then
      loop
         declare
            Kept : constant Block_Access := new Block'(others => 'x');
         begin
            Spin := Spin + Character'Pos (Kept (1));
         end;
      end loop;
   elsif Wish = "nodes" then
      loop
         Nodes := new Node'(Value => 1, Next => Nodes);
      end loop;
   end if;
end Wishes;
