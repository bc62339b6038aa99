import { expect, test } from 'vitest';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

test('rows stay until the next ones come, and an empty list does not', () => {
  const keep = keepRows(({ rows }: { rows: number[] }) => rows);
  expect(keep({ rows: [1] })).toEqual({ rows: [1] });
  expect(keep({ rows: [] })).toBeUndefined();
  expect(keep(undefined)).toBeUndefined();
});
