(* expect: accepted *)
let () =
  Scanf.scanf " %Ld %Ld %Ld" (fun first second balloon ->
    let litres = Int64.add first second in
    Printf.printf "%Ld %Ld\n" (Int64.div litres balloon) (Int64.rem litres balloon))
