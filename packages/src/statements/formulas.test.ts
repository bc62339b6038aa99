import { expect, test } from 'vitest';
import { displayFormula, mistakeIn } from '#statements/formulas.ts';

test('a formula that its macros make too long is a mistake, as on the page', () => {
  const bomb = `\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(400)}`;
  expect(mistakeIn(displayFormula(bomb))).toContain('too long');
  expect(mistakeIn(displayFormula('\\newcommand{\\norm}[1]{\\lVert #1 \\rVert} \\norm{x}'))).toBeNull();
});
