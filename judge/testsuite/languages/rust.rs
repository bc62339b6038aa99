use std::ptr::read_volatile;

struct Node {
    _next: Option<Box<Node>>,
    _number: i64,
}

/** What the compiler must not foresee. */
fn unforeseen<T: Copy>(value: T) -> T {
    unsafe { read_volatile(&value) }
}

fn deep(level: i64) -> i64 {
    if unforeseen(level) == 0 {
        0
    } else {
        1 + unforeseen(deep(level - 1))
    }
}

fn main() {
    let mut wish = String::new();
    std::io::stdin().read_line(&mut wish).unwrap();
    match wish.trim() {
        "hello" => println!("hello"),
        "deep" => println!("{}", deep(100000)),
        "exit" => std::process::exit(3),
        "fail" => panic!("as wished"),
        "loop" => while unforeseen(true) {},
        "blocks" => {
            let mut blocks = Vec::new();
            while unforeseen(true) {
                blocks.push(vec![1u8; 1 << 20]);
            }
            println!("{}", blocks.len());
        }
        "nodes" => {
            let mut list = None;
            while unforeseen(true) {
                list = Some(Box::new(Node { _next: list, _number: 1 }));
            }
            println!("{}", list.is_some());
        }
        _ => {}
    }
}
