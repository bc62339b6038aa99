// expect: memoryLimit on 1
const all = [];
for (;;) all.push(new Array(10000).fill({ some: all.length }));
