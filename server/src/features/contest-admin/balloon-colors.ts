/** Colours of balloons that are told apart in a hall, in the order in which problems get them. */
const COLORS = [
  '#E53935',
  '#1E88E5',
  '#FDD835',
  '#43A047',
  '#8E24AA',
  '#FB8C00',
  '#FFFFFF',
  '#EC407A',
  '#00ACC1',
  '#6D4C41',
  '#212121',
  '#C0CA33',
  '#9E9E9E',
  '#3949AB',
  '#00897B',
] as const;

/** Colour when all of the others are taken. */
const OTHER_COLOR = '#888888';

/** The first colour that no other problem of the contest has. */
export function balloonColor(used: ReadonlySet<string>): string {
  return COLORS.find((color) => !used.has(color)) ?? OTHER_COLOR;
}
