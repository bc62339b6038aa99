import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { fittedTexts, type SetLine } from '#features/ceremony/certificate-layout.ts';

const BOX = { x: 110, y: 194, width: 622, height: 334 };
const line = (text: string, size: number): SetLine => ({ text, font: 'Helvetica', size, color: '#000' });

/** Sizes of type in which lines are set, by their text. */
function setSizes(lines: readonly SetLine[]): Map<string, number> {
  const doc = new PDFDocument({ size: 'A4', layout: 'landscape', margin: 0 });
  const sizes = new Map<string, number>();
  let now = 0;
  const { fontSize, text } = doc;
  doc.fontSize = (size) => {
    now = Number(size);
    return fontSize.call(doc, size);
  };
  doc.text = ((words: string, ...rest: unknown[]) => {
    sizes.set(words, now);
    return Reflect.apply(text, doc, [words, ...rest]);
  }) as typeof text;
  fittedTexts(doc, lines, BOX);
  return sizes;
}

test('a long name gives way before the small lines around it do', () => {
  const name = 'Undefined Behaviour of the National Research University of Everything '.repeat(3);
  const sizes = setSizes([
    line('is awarded to', 15),
    line(name, 36),
    line('with all its faculties and branches '.repeat(9), 18),
    line('place in the final table: 1', 15),
    line('May 1, 2026', 15),
  ]);
  expect(sizes.get(name)).toBeLessThan(30);
  expect(sizes.get('is awarded to')).toBeGreaterThanOrEqual(12);
  expect(sizes.get('May 1, 2026')).toBeGreaterThanOrEqual(12);
});
