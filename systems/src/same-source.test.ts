import { expect, test } from 'vitest';
import { isSameSource } from '#same-source.ts';

test('a source is the same after the ways of the web', () => {
  expect(isSameSource('int main() {\r\n}\r\n\r\n', 'int main() {  \n}')).toBe(true);
  expect(isSameSource('// ?? x', '// Привет x')).toBe(true);
  expect(isSameSource('int  main() {}', 'int main() {}')).toBe(false);
  expect(isSameSource('', 'x')).toBe(false);
});
