import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLruIndex } from '#cache/lru-index.ts';

test('after any history the index fits its bound, except for what is held', () => {
  const step = fc.record({
    action: fc.constantFrom('touch', 'hold', 'letGo', 'forget', 'evict'),
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    bytes: fc.nat(60),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = createLruIndex(100);
      const sizes = new Map<string, number>();
      const held = new Map<string, number>();
      for (const { action, key, bytes } of steps) {
        if (action === 'touch') {
          index.touch(key, bytes);
          sizes.set(key, bytes);
        } else if (action === 'forget') {
          index.forget(key);
          sizes.delete(key);
        } else if (action === 'hold') {
          index.hold(key);
          held.set(key, (held.get(key) ?? 0) + 1);
        } else if (action === 'letGo') {
          index.letGo(key);
          held.set(key, Math.max(0, (held.get(key) ?? 0) - 1));
        } else {
          for (const evicted of index.evict()) {
            expect(held.get(evicted) ?? 0).toBe(0);
            sizes.delete(evicted);
          }
          const free = [...sizes.keys()].filter((name) => !held.get(name));
          expect(index.totalBytes <= 100 || free.length === 0).toBe(true);
        }
        expect(index.totalBytes).toBe([...sizes.values()].reduce((sum, size) => sum + size, 0));
        for (const name of ['a', 'b', 'c', 'd']) expect(index.has(name)).toBe(sizes.has(name));
      }
    }),
  );
});

test('the least recently touched goes first', () => {
  const index = createLruIndex(2);
  index.touch('a', 1);
  index.touch('b', 1);
  index.touch('a', 1);
  index.touch('c', 1);

  expect(index.evict()).toEqual(['b']);
});
