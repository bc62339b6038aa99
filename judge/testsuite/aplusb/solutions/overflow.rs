// expect: wrongAnswer on 4
use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", text.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>() as i32);
}
