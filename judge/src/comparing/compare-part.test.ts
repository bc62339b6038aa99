import { unpackPrints } from '@balloon/domain/similarity/prints.ts';
import { expect, test } from 'vitest';
import { matchPrints, readSources } from '#comparing/compare-part.ts';

const RULES = { family: 'c_cpp', template: '', keepOneOf: 1 };
const PROGRAM = `int main() {
  int n; std::cin >> n; long long sum = 0;
  for (int i = 0; i < n; i++) { long long x; std::cin >> x; if (x > 0) sum += x * x; else sum -= x; }
  while (sum > 9) { long long next = 0; for (; sum; sum /= 10) next += sum % 10; sum = next; }
  std::cout << sum << std::endl;
}`;
const COPY = PROGRAM.replaceAll('sum', 's').replaceAll(';', ';\n');
const { signal } = new AbortController();
const sourcesOf = (texts: readonly string[]) => texts.map((source, index) => ({ id: index + 1, source }));

test('sources that are read in parts make the pairs of their set', async () => {
  const one = await readSources(RULES, sourcesOf([PROGRAM, 'int main() {}']), signal);
  const other = await readSources(RULES, [{ id: 3, source: COPY }], signal);
  const prints = Buffer.concat([one.prints, other.prints]);
  expect(await matchPrints({ prints, keepOneOf: 1, most: 10 }, signal)).toMatchObject([
    { one: 1, other: 3, similarity: 1 },
  ]);
});

test('a source that breaks the thread is left out, and the others are read', async () => {
  const hostile = ';+'.repeat(260_000);
  const limits = { wallMs: 60_000, memoryMb: 16 };
  const read = await readSources(RULES, sourcesOf([PROGRAM, hostile]), signal, limits);
  expect(read.leftOut).toEqual([2]);
  expect(unpackPrints(read.prints).map(({ id }) => id)).toEqual([1]);
});

test('a judge that can read nothing says so, so that another one tries', async () => {
  const limits = { wallMs: 0, memoryMb: 256 };
  const long = ';+'.repeat(260_000);
  await expect(readSources(RULES, sourcesOf([long, long]), signal, limits)).rejects.toThrow('None of 2');
});

test('prints that are broken break the part alone', async () => {
  const order = { prints: new Uint8Array(9), keepOneOf: 1, most: 10 };
  await expect(matchPrints(order, signal)).rejects.toThrow('could not be compared');
});
