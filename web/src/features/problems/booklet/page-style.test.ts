import { expect, test } from 'vitest';
import { cssText } from '#features/problems/booklet/page-style.ts';

test('a name cannot end its text in CSS', () => {
  expect(cssText('Финал № 1')).toBe('"Финал \\2116  1"');
  expect(cssText('a"; } body { display: none } \\\n</style>')).not.toMatch(/[^\\]"[^$]|[{}<>\n]/);
});
