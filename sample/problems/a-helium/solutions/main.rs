// expect: accepted
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let numbers: Vec<u64> = input.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (litres, balloon) = (numbers[0] + numbers[1], numbers[2]);
    println!("{} {}", litres / balloon, litres % balloon);
}
