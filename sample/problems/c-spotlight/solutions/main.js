// expect: accepted
let input = '';
process.stdin.on('data', (chunk) => {
  input += chunk;
});
process.stdin.on('end', () => {
  const [, ...balloons] = input
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  console.log(leastPower(balloons).toFixed(9));
});

function leastPower(balloons) {
  const power = (p) =>
    balloons.reduce((most, [x, y, darkness]) => Math.max(most, darkness * ((x - p) ** 2 + y ** 2)), 0);
  let [left, right] = [-10_000, 10_000];
  for (let step = 0; step < 110; step += 1) {
    const [first, second] = [(2 * left + right) / 3, (left + 2 * right) / 3];
    if (power(first) < power(second)) right = second;
    else left = first;
  }
  return power(left);
}
