let rec deep level = if level = 0 then 0 else 1 + deep (level - 1)

let () =
  match read_line () with
  | "hello" -> print_endline "hello"
  | "deep" -> print_int (deep 100000)
  | "exit" -> exit 3
  | "fail" -> failwith "as wished"
  | "loop" -> while true do () done
  | "blocks" ->
    let blocks = ref [] in
    while true do blocks := Bytes.make 1048576 'x' :: !blocks done
  | "nodes" ->
    let nodes = ref [] in
    while true do nodes := 1 :: !nodes done
  | _ -> ()
