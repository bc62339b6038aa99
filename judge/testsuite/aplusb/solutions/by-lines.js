// expect: accepted
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(line.split(' ').map(Number).reduce((a, b) => a + b));
});
