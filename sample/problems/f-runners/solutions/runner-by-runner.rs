// expect: accepted
use std::io::{self, Read};

// Gives each delivery to the runner who can just make it: the one with the greatest second value that still fits.
// Such greedy chains are as few as possible.
fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<i64>().unwrap());
    let count = numbers.next().unwrap();
    let speed = numbers.next().unwrap();
    let mut deliveries = Vec::new();
    for _ in 0..count {
        let second = numbers.next().unwrap();
        let metre = numbers.next().unwrap();
        if metre.abs() > speed * second {
            println!("-1");
            return;
        }
        deliveries.push((speed * second - metre, speed * second + metre));
    }
    deliveries.sort();

    let mut runners: Vec<i64> = Vec::new();
    for (_, right) in deliveries {
        let best = runners.iter_mut().filter(|end| **end <= right).max();
        match best {
            Some(end) => *end = right,
            None => runners.push(right),
        }
    }
    println!("{}", runners.len());
}
