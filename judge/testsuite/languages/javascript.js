const wish = require('fs').readFileSync(0, 'utf8').trim();

function deep(level) {
  return level === 0 ? 0 : 1 + deep(level - 1);
}

if (wish === 'hello') console.log('hello');
if (wish === 'deep') console.log(deep(100000));
if (wish === 'exit') process.exit(3);
if (wish === 'fail') throw new Error('as wished');
if (wish === 'loop') for (;;);
if (wish === 'blocks') {
  const blocks = [];
  for (;;) blocks.push(new Uint8Array(2 ** 20).fill(1));
}
if (wish === 'nodes') {
  let node = null;
  for (;;) node = { next: node, number: 1 };
}
