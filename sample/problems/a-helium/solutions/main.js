// expect: accepted
let input = '';
process.stdin.on('data', (chunk) => {
  input += chunk;
});
process.stdin.on('end', () => {
  const [a, b, k] = input.trim().split(/\s+/).map(BigInt);
  console.log(`${(a + b) / k} ${(a + b) % k}`);
});
