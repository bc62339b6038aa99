import { expect, test } from 'vitest';
import { linesOf, optionsIn, troubleIn } from '#features/maintenance/languages.data.ts';

test('each line of the field is one argument, whatever stands in it, and empty lines are none', () => {
  const options = optionsIn('-O3\n\n  -DNAME="a b"  \r\n-I\n+unix\n');
  expect(options).toEqual(['-O3', '-DNAME="a b"', '-I', '+unix']);
  expect(optionsIn(linesOf(options))).toEqual(options);
});

test('what the server would refuse is said beside the field', () => {
  expect(troubleIn(['-O3'])).toBeNull();
  expect(troubleIn(Array.from({ length: 33 }, () => '-O3'))).toBe('tooMany');
  expect(troubleIn([`-D${'x'.repeat(200)}`])).toBe('tooLong');
  expect(troubleIn(['@/etc/passwd'])).toBe('file');
});
