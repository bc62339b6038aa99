import { MINIMAL } from '@balloon/packages/icpc/written-package.ts';
import { afterAll, expect, test } from 'vitest';
import { startPackageBuilder } from '#testing/package-builder.ts';

const builder = await startPackageBuilder();
afterAll(() => builder[Symbol.asyncDispose]());

test('an attachment keeps the name that its author gave it as a title', async () => {
  await using built = await builder.build({
    ...MINIMAL,
    'attachments/таблица 1.txt': 'one',
    'attachments/таблица 2.txt': 'two',
    'attachments/lib/sum.h': '',
  });

  expect(built.problem?.attachments.map(({ name, title }) => [name, title])).toEqual([
    ['lib/sum.h', undefined],
    ['________1.txt', 'таблица 1.txt'],
    ['________2.txt', 'таблица 2.txt'],
  ]);
});
