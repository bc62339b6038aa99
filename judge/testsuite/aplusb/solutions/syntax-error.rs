// expect: compilationError
fn main() { undeclared(); }
