import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftChange, isLargeBlock } from '#drafts/draft-change.ts';

const text = (...lines: string[]) => lines.join('\n');
const solve = Array.from({ length: 12 }, (_, line) => `    total += weights[${line}] * prefix[${line}];`);

test('typing a line is a small block; the rest stays', () => {
  const change = draftChange(text('int main() {', '}'), text('int main() {', '  return 0;', '}'));
  expect(change).toEqual({
    newLines: [2],
    goneLines: [],
    block: { fromLine: 2, lines: 1, characters: 'return0;'.length },
  });
  expect(isLargeBlock(change.block)).toBe(false);
});

test('a function that comes at once is a large block, empty lines inside included', () => {
  const before = text('int main() {', '}');
  const after = text('int main() {', ...solve.slice(0, 6), '', ...solve.slice(6), '}');
  const { block, newLines } = draftChange(before, after);
  expect(newLines).toHaveLength(12);
  expect(block).toMatchObject({ fromLine: 2, lines: 12 });
  expect(isLargeBlock(block)).toBe(true);
});

test('own code that is moved or indented anew is not new', () => {
  const before = text(...solve, 'int main() {}');
  const after = text('int main() {}', ...solve.map((line) => `\t\t${line.trim()}  `));
  expect(draftChange(before, after)).toEqual({ newLines: [], goneLines: [], block: null });
});

test('a line that is twice in one text and once in the other is missing once', () => {
  expect(draftChange(text('a', 'b'), text('a', 'a', 'b')).newLines).toEqual([2]);
  expect(draftChange(text('a', 'a', 'b'), text('a', 'b')).goneLines).toEqual([2]);
});

test('the largest of several blocks counts', () => {
  const { block } = draftChange(text('keep'), text('x', 'keep', 'long line', 'and another'));
  expect(block).toEqual({ fromLine: 3, lines: 2, characters: 'longlineandanother'.length });
});

test('what is new in one direction is gone in the other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c c', ' c  c', '', '  '), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [there, back] = [
        draftChange(text(...one), text(...other)),
        draftChange(text(...other), text(...one)),
      ];
      expect(there.newLines).toEqual(back.goneLines);
      expect(there.goneLines).toEqual(back.newLines);
      expect(draftChange(text(...one), text(...one)).block).toBeNull();
    }),
  );
});
