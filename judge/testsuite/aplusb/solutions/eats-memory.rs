// expect: memoryLimit on 1
fn main() {
    let mut all = Vec::new();
    loop { all.push(vec![1u8; 1 << 20]); }
}
