import { readFile } from 'node:fs/promises';
import { executable, manifest, solution, testset } from '@balloon/packages/testing/polygon-package.ts';
import { afterAll, expect, test } from 'vitest';
import { startPackageBuilder, toldBy } from '#testing/package-builder.ts';

/* Scripts of Polygon such as `gen > {1-12}`: the generator writes a file for each test. */

const builder = await startPackageBuilder();
afterAll(() => builder[Symbol.asyncDispose]());

const TESTS_NUMBER = 12;
const numbers = Array.from({ length: TESTS_NUMBER }, (_, index) => index + 1);

/** Generator that writes the tests 1, 2, … to files named by a printf format. */
const generator = (name: string) => `#include <cstdio>
int main() {
  for (int i = 1; i <= ${TESTS_NUMBER}; i++) {
    char name[20];
    std::sprintf(name, "${name}", i);
    FILE *file = std::fopen(name, "w");
    std::fprintf(file, "%d\\n", 10 * i);
    std::fclose(file);
  }
}`;

const problem = (format: string, stated: (number: number) => string) => ({
  'problem.xml': manifest({
    testsets: testset('tests', {
      tests: numbers
        .map((number) => `<test method="generated" cmd="gen" from-file="${stated(number)}"/>`)
        .join(''),
    }),
    executables: executable('gen.cpp'),
    resources: '',
    checker: '',
    solutions: solution('main', 'main.cpp'),
  }),
  'files/gen.cpp': generator(format),
  'solutions/main.cpp': '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n + 1; }',
});

const padded = (width: number) => (number: number) => String(number).padStart(width, '0');

test.for([
  ['as the manifest says', '%d', String],
  ['with one zero in front', '%02d', String],
  ['with two zeros in front', '%03d', String],
  ['without the zeros of the manifest', '%d', padded(2)],
  ['with the zeros of the manifest', '%03d', padded(3)],
] as const)('generators name their files %s', async ([, format, stated]) => {
  await using built = await builder.build(problem(format, stated));

  expect(toldBy(built)).toEqual({ errors: [], solutions: ['solutions/main.cpp agrees'] });
  const inputs = (built.problem?.tests ?? []).map(({ inputSha256 }) =>
    readFile(built.contents.get(inputSha256) ?? '', 'utf8'),
  );
  expect(await Promise.all(inputs)).toEqual(numbers.map((number) => `${10 * number}\n`));
});

test('a missing output is reported by the name in the manifest', async () => {
  await using built = await builder.build(problem('other%d', String));

  expect(toldBy(built).errors).toEqual([
    expect.stringMatching(/^Test (01|11) is made by "gen", which wrote no file "(1|11)"$/),
  ]);
});
