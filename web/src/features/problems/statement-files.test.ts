import { expect, test } from 'vitest';
import { isWebAddress } from '#features/problems/statement-files.tsx';

test.each(['https://example.org/a.pdf', 'http://example.org', '/files/a.pdf'])('%s may be a link', (url) => {
  expect(isWebAddress(url)).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JaVaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  ' javascript:x',
  '',
])('%s is never made a link', (url) => {
  expect(isWebAddress(url)).toBe(false);
});
