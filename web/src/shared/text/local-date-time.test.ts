import { expect, test } from 'vitest';
import { localDateTime } from '#shared/text/local-date-time.ts';

test('an instant becomes the value of a field in the zone of the viewer, and back', () => {
  const atMs = new Date(2026, 2, 5, 14, 7).getTime();
  expect(localDateTime(atMs)).toBe('2026-03-05T14:07');
  expect(new Date(localDateTime(atMs)).getTime()).toBe(atMs);
});
