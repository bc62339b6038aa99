import { PackageError } from '#package-error.ts';

/**
 * Returns the path of a numbered file by a printf pattern: `tests/%02d` and 7 give `tests/07`.
 *
 * @throws {PackageError} when the pattern has no number or more than one
 */
export function numberedPath(pattern: string, number: number): string {
  const parts = pattern.split(/(%%|%0?\d{0,2}d)/);
  const places = parts.filter((part) => /^%.*d$/.test(part));
  if (places.length !== 1) {
    throw new PackageError(
      `The pattern ${JSON.stringify(pattern)} in problem.xml must name one number, like %02d.`,
    );
  }
  return parts
    .map((part) => {
      if (part === '%%') return '%';
      return part === places[0] ? padded(number, part) : part;
    })
    .join('');
}

function padded(number: number, place: string): string {
  const width = Number(/\d+/.exec(place)?.[0] ?? 0);
  return String(number).padStart(width, place.startsWith('%0') ? '0' : ' ');
}
