/** Results of one bench; rows are plain objects, a column for each key. */
export interface Table {
  title: string;
  /** Description of the measurement, in a sentence or two. */
  note: string;
  rows: readonly object[];
}

type Cell = string | number | undefined;

/** Column heading for the ending of a key such as `medianMs`. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/Ms$/, ', ms'],
  [/Kb$/, ', KB'],
  [/PerSec$/, ' per s'],
  [/PerMin$/, ' per min'],
  [/Mb$/, ', MB'],
  [/Percent$/, ', %'],
];

/** Formats a table as Markdown. */
export function toMarkdown({ title, note, rows }: Table): string {
  const cells = rows.map((row) => row as Record<string, Cell>);
  const fullestFirst = cells.map((row) => Object.keys(row)).toSorted((a, b) => b.length - a.length);
  const keys = [...new Set(fullestFirst.flat())];
  const isNumeric = (key: string) => cells.some((row) => typeof row[key] === 'number');
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    `### ${title}`,
    '',
    note,
    '',
    line(keys.map(heading)),
    line(keys.map((key) => (isNumeric(key) ? '--:' : '---'))),
    ...cells.map((row) => line(keys.map((key) => figure(row[key])))),
  ].join('\n');
}

/** Describes the numbers of a row in a line, such as `p50 12 ms`. */
export function toLine(row: Readonly<Record<string, Cell>>): string {
  return Object.entries(row)
    .filter(([, value]) => typeof value === 'number')
    .map(([key, value]) => {
      const [name = '', unit = ''] = heading(key).split(', ');
      return [name, figure(value), unit].filter((word) => word !== '').join(' ');
    })
    .join(', ');
}

function heading(key: string): string {
  if (key === 'what') return '';
  if (key === 'timesBare') return '× bare';
  const [pattern, unit] = UNITS.find(([suffix]) => suffix.test(key)) ?? [/$^/, ''];
  const name = key.replace(pattern, '');
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) + unit;
}

/** Rounds to three significant figures, since more would be noise. */
function figure(value: Cell): string {
  if (typeof value !== 'number') return (value ?? '').replaceAll('|', '\\|');
  return Math.abs(value) >= 100 ? `${Math.round(value)}` : `${Number(value.toPrecision(3))}`;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Returns the smallest value that at least this part of the values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Standard deviations on both sides within which 95 of 100 measurements lie. */
const WITHIN_95_PERCENT = 1.96;

/**
 * Bounds between which the quantile of all such values lies with 95 % certainty, from the places of the order: they say how far
 * two runs of the same may lie apart by chance.
 */
export function quantileBounds(values: readonly number[], part: number): [low: number, high: number] {
  const margin = WITHIN_95_PERCENT * Math.sqrt((part * (1 - part)) / values.length);
  return [quantile(values, Math.max(0, part - margin)), quantile(values, part + margin)];
}

const DRAWS = 2_000;

/**
 * Bounds between which a number about a measurement lies with 95 % certainty, if its parts are drawn again and again (bootstrap).
 * A part is what belongs together, such as a stretch of time: values beside each other share what the machine did at that time.
 */
export function drawnBounds<Part>(
  parts: readonly Part[],
  numberOf: (drawn: readonly Part[]) => number,
): [low: number, high: number] {
  const next = evenly();
  const draw = () => {
    const place = Math.floor(next() * parts.length);
    return parts.slice(place, place + 1);
  };
  const numbers = Array.from({ length: DRAWS }, () => numberOf(parts.flatMap(draw)));
  return [quantile(numbers, 0.025), quantile(numbers, 0.975)];
}

/** Numbers from 0 to below 1, the same at each call, so that the same values have the same bounds. */
function evenly(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
