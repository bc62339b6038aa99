// expect: runtimeError on 1
fn main() {
    let none: Option<i32> = std::env::args().nth(9).map(|_| 1);
    none.unwrap();
}
