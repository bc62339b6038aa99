import { InputReader, lines, type ProblemInputs } from '#generate/problem-inputs.ts';
import { Random } from '#generate/random.ts';

const MAX_BALLOONS = 2500;
const MAX_SECOND = 1_000_000;
const MAX_METRE = 1_000_000;
const MAX_SPEED = 10_000;

type Delivery = readonly [second: number, metre: number];

function contest(speed: number, ...deliveries: (readonly number[])[]): string {
  return lines([deliveries.length, speed], ...deliveries);
}

function make(): string[] {
  const random = new Random(6);
  /** Makes deliveries that a runner from the desk can make, each alone. */
  const reachable = (count: number, speed: number, seconds: number, metres: number) =>
    random.list(count, (): Delivery => {
      const second = random.int(0, seconds);
      const reach = Math.min(second * speed, metres);
      return [second, random.int(-reach, reach)];
    });
  const anyContest = (count: number, speed: number, seconds: number, metres: number) =>
    contest(speed, ...reachable(count, speed, seconds, metres));
  return [
    contest(2, [3, 4], [5, -6], [6, 8], [9, 2]),
    contest(1, [4, 4], [4, -4], [6, 3], [6, 2], [12, -4]),
    contest(3, [10, 5], [1, 4]),
    contest(1, [0, 0]),
    contest(5, [0, 1]),
    contest(1, [7, -3], [7, -3], [7, -3]), // a runner can carry as many balloons as needed
    contest(
      2,
      ...random.shuffled([
        [1, 2],
        [3, -2],
        [6, 4],
        [6, 4],
        [10, -4],
        [11, -2],
      ]),
    ), // always just in time
    ...[1, 2, 3, 4].map((speed) => anyContest(12, speed, 12, 15)),
    contest(
      MAX_SPEED,
      ...random.shuffled(random.list(MAX_BALLOONS, (index) => [MAX_SECOND, 3 * index - 3000])),
    ),
    anyContest(MAX_BALLOONS, 1, MAX_SECOND, MAX_METRE),
    anyContest(MAX_BALLOONS, MAX_SPEED, MAX_SECOND, MAX_METRE),
    anyContest(MAX_BALLOONS, 20, 5000, 3000),
    anyContest(MAX_BALLOONS, 1, 300, 40),
    contest(3, ...reachable(MAX_BALLOONS - 1, 3, 10_000, 2000), [100, -301]), // the last one is out of reach
    patrol(random),
  ];
}

/** Makes runners that walk at random and hand out balloons on their way, so that few are enough for many. */
function patrol(random: Random): string {
  const speed = 7;
  const routes = random.list(25, () => {
    let [second, metre] = [0, 0];
    return random.list(100, (): Delivery => {
      const pause = random.int(1, 200);
      second += pause;
      metre += random.int(-pause * speed, pause * speed);
      return [second, metre];
    });
  });
  return contest(speed, ...random.shuffled(routes.flat()));
}

function validate(input: string): void {
  const reader = new InputReader(input);
  const [count = 0n] = reader.integers([1, MAX_BALLOONS], [1, MAX_SPEED]);
  for (let delivery = 0n; delivery < count; delivery += 1n) {
    reader.integers([0, MAX_SECOND], [-MAX_METRE, MAX_METRE]);
  }
  reader.end();
}

export const F_RUNNERS: ProblemInputs = { make, validate };
