import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#files/front-end.ts';
import { LONGEST } from '#tests/longest-first.ts';

test('the files that start first are there under their names', () => {
  expect(Object.keys(LONGEST).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
