import { expect, test } from 'vitest';
import { createServerFormats } from '#features/maintenance/server-format.ts';

const { size, ago } = createServerFormats('en-us');

test.each([
  [0, '0 byte'],
  [1023, '1,023 byte'],
  [1536, '1.5 kB'],
  [5 * 1024 ** 3, '5 GB'],
  [3 * 1024 ** 5, '3,072 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(size(bytes)).toBe(text);
});

test.each([
  [-20, 'now'],
  [5_400, '5 sec. ago'],
  [119_000, '1 min. ago'],
  [47 * 3_600_000, '47 hr. ago'],
  [72 * 3_600_000, '3 days ago'],
])('%d ms are %s', (spanMs, text) => {
  expect(ago(spanMs)).toBe(text);
});
