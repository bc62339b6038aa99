import { expect, test } from 'vitest';
import { compareSources, isSameSource } from '#same-source.ts';

test('a source is the same after the ways of the web', () => {
  expect(isSameSource('int main() {\r\n}\r\n\r\n', 'int main() {  \n}')).toBe(true);
  expect(isSameSource('// ?? x', '// Привет x')).toBe(true);
  expect(isSameSource('int  main() {}', 'int main() {}')).toBe(false);
  expect(isSameSource('', 'x')).toBe(false);
});

test('a source that is blank or cut says nothing', () => {
  expect(compareSources(' \n', 'int main() {}')).toBeNull();
  expect(compareSources('int main() {\r\n  retu', 'int main() {\n  return 0;\n}')).toBeNull();
  expect(compareSources('int main() {}', 'int main() {}\n')).toBe(true);
  expect(compareSources('int other() {}', 'int main() {}')).toBe(false);
});
