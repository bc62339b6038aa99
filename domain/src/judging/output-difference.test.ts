import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outputDifference, type ShownRow } from '#judging/output-difference.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const compare = (output: string, answer: string, cut: { output?: boolean; answer?: boolean } = {}) =>
  outputDifference(
    { bytes: bytes(output), isCut: cut.output ?? false },
    { bytes: bytes(answer), isCut: cut.answer ?? false },
  );
const texts = ({ number, output, answer }: ShownRow) => [number, output?.text, answer?.text];

test.each([
  ['1 2\n3\n', '1 2\n3'],
  ['1 2 \r\n3\t\n\n \n', '1 2\n3'],
  ['', '\n\n'],
])('%j is the same as %j: white space at ends is left out', (output, answer) => {
  expect(compare(output, answer)).toEqual({ firstLine: null, rows: [] });
});

test('the first line that differs is found, with its place and the lines after it', () => {
  const { firstLine, rows } = compare('1\n2 4 6\nx\n4', '1\n2 5 6\nx');
  expect(firstLine).toBe(2);
  expect(rows.map(texts)).toEqual([
    [1, '1', '1'],
    [2, '2 4 6', '2 5 6'],
    [3, 'x', 'x'],
    [4, '4', undefined],
  ]);
  expect(rows.map(({ differs }) => differs)).toEqual([false, true, false, true]);
  expect(rows[1]?.output?.differsAt).toBe(2);
});

test('white space inside counts, and so does a line that is missing in the middle', () => {
  expect(compare('1  2', '1 2').firstLine).toBe(1);
  expect(compare('1\n\n2', '1\n2').firstLine).toBe(2);
});

test.each([
  ['1\n2', '1\n2\n3', { output: true }, null],
  ['1\n2', '1\n2\n3', { answer: true }, 3],
  ['1\n2', '1\n23\n3', { output: true }, null],
  ['1\n2\n', '1\n23\n3', { output: true }, 2],
  ['1\n2', '1\n3\n3', { output: true }, 2],
  ['1\n23', '1\n2', { output: true, answer: true }, null],
])(
  'of %j and %j, where one is a beginning, what may follow is no difference',
  (output, answer, cut, line) => {
    expect(compare(output, answer, cut).firstLine).toBe(line);
  },
);

test('of many lines only those around are shown, and of a long one what stands around the place', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `${index}`);
  const long = 'я'.repeat(5000);
  const answer = [...lines, `${long}a${long}`, ...lines].join('\n');
  const { firstLine, rows } = compare([...lines, `${long}b${long}`, ...lines].join('\n'), answer);
  expect(firstLine).toBe(1001);
  expect(rows[0]?.number).toBe(996);
  expect(rows).toHaveLength(45);
  const line = rows[5]?.output;
  expect(line?.text).toMatch(/^…я{60}bя{239}…$/);
  expect(line?.text[line.differsAt ?? 0]).toBe('b');
});

test('a character is marked whole, also where only its last byte differs', () => {
  const { rows } = compare('жа', 'жб');
  expect(rows[0]).toMatchObject({
    output: { text: 'жа', differsAt: 1 },
    answer: { text: 'жб', differsAt: 1 },
  });
});

test('what is no text is compared, too', () => {
  const { firstLine, rows } = outputDifference(
    { bytes: Uint8Array.of(0, 255, 128), isCut: false },
    { bytes: Uint8Array.of(0, 255, 129), isCut: false },
  );
  expect(firstLine).toBe(1);
  expect(rows[0]?.output?.text).not.toContain('\0');
});

/** Lines of a text without white space at the ends of lines and file; an empty file has none. */
function linesIn(text: string): string[] {
  const kept = text.trimEnd();
  return kept === '' ? [] : kept.split('\n').map((line) => line.trimEnd());
}

test('wherever files differ, it is the place that a comparison line by line finds', () => {
  const file = fc.array(fc.constantFrom('\n', '\n', 'a', 'b', ' ', '\r\n'), { maxLength: 24 });
  fc.assert(
    fc.property(file, file, file, (common, ours, theirs) => {
      const [output, answer] = [[...common, ...ours].join(''), [...common, ...theirs].join('')];
      const [some, others] = [linesIn(output), linesIn(answer)];
      const numbers = Array.from({ length: Math.max(some.length, others.length) }, (_, index) => index);
      const differing = numbers.find((index) => some[index] !== others[index]);

      const { firstLine, rows } = compare(output, answer);

      expect(firstLine).toBe(differing === undefined ? null : differing + 1);
      expect(rows[0]?.number).toBe(differing === undefined ? undefined : Math.max(1, differing - 4));
    }),
    { numRuns: 2000 },
  );
});
