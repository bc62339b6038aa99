// expect: timeLimit on 1
fn main() {
    loop { std::hint::spin_loop(); }
}
