import { InputReader, lines, type ProblemInputs } from '#generate/problem-inputs.ts';
import { Random } from '#generate/random.ts';

const MAX_CITIES = 1000;
const MAX_ROUTES = 2000;
const MAX_HOURS = 1_000_000_000;

type Route = readonly [from: number, to: number, hours: number];

function country(cities: number, periodHours: number, ...routes: Route[]): string {
  return lines([cities, routes.length, periodHours], ...routes);
}

function make(): string[] {
  const random = new Random(5);
  const anyRoute = (cities: number, maxHours: number): Route => [
    random.int(1, cities),
    random.int(1, cities),
    random.int(1, maxHours),
  ];
  const anyCountry = (cities: number, routes: number, period: number, maxHours: number) =>
    country(cities, period, ...random.list(routes, () => anyRoute(cities, maxHours)));
  return [
    country(3, 5, [1, 2, 3], [3, 2, 4]),
    country(4, 10, [1, 2, 5], [2, 4, 5], [1, 3, 1], [4, 3, 1]),
    country(3, 7, [1, 2, 1]),
    country(1, 1, [1, 1, 1]),
    country(2, MAX_HOURS, [2, 1, MAX_HOURS]),
    country(2, 3, [1, 2, 9], [2, 1, 4], [1, 2, 8]), // it pays to wait for the other wind
    anyCountry(6, 9, 4, 6),
    anyCountry(8, 14, 1, 5),
    longChain(random),
    doublings(),
    farAndFarther(),
    anyCountry(MAX_CITIES, MAX_ROUTES, 1, 1),
    anyCountry(MAX_CITIES, MAX_ROUTES, 1000, 1000),
    anyCountry(MAX_CITIES, MAX_ROUTES, MAX_HOURS, MAX_HOURS),
    anyCountry(50, MAX_ROUTES, 500_000, 1_000_000),
    gridCountry(random, 30, 32, 40, 100),
  ];
}

/** Makes all cities in one line, in the order of their numbers, with random winds. */
function longChain(random: Random): string {
  const hops = random.list(MAX_CITIES - 1, (index): Route => {
    const hours = random.int(1, 100);
    return random.int(0, 1) === 0 ? [index + 1, index + 2, hours] : [index + 2, index + 1, hours];
  });
  return country(MAX_CITIES, 30, ...hops);
}

/**
 * Makes a country in which a solution that tries the first route first improves its answer by one hour 2^28 times; a
 * tail makes each costly.
 */
function doublings(): string {
  const steps = 28;
  const slowFirst = Array.from({ length: steps }, (_, step): Route[] => [
    [step + 1, step + 2, 2 ** (steps - 1 - step) + 1],
    [step + 1, step + 2, 1],
  ]).flat();
  const tail = Array.from({ length: 300 }, (_, hop): Route => [steps + 1 + hop, steps + 2 + hop, 1]);
  return country(steps + 301, MAX_HOURS, ...slowFirst, ...tail);
}

/** Makes hops that all wait for their wind: the answer needs 64 bits. */
function farAndFarther(): string {
  const hops = Array.from(
    { length: MAX_CITIES - 1 },
    (_, index): Route => [index + 1, index + 2, MAX_HOURS - 1],
  );
  return country(MAX_CITIES, MAX_HOURS, ...hops);
}

/** Makes streets and avenues, each street with a wind of its own. */
function gridCountry(
  random: Random,
  rows: number,
  columns: number,
  period: number,
  maxHours: number,
): string {
  const city = (row: number, column: number) => row * columns + column + 1;
  const routes: Route[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const here = city(row, column);
      if (column + 1 < columns) routes.push([here, city(row, column + 1), random.int(1, maxHours)]);
      if (row + 1 < rows) routes.push([city(row + 1, column), here, random.int(1, maxHours)]);
    }
  }
  return country(rows * columns, period, ...random.shuffled(routes));
}

function validate(input: string): void {
  const reader = new InputReader(input);
  const [cities = 0n, routes = 0n] = reader.integers([1, MAX_CITIES], [1, MAX_ROUTES], [1, MAX_HOURS]);
  for (let route = 0n; route < routes; route += 1n) {
    reader.integers([1, cities], [1, cities], [1, MAX_HOURS]);
  }
  reader.end();
}

export const E_TAILWIND: ProblemInputs = { make, validate };
