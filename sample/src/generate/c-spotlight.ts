import { InputReader, lines, type ProblemInputs } from '#generate/problem-inputs.ts';
import { Random } from '#generate/random.ts';

const MAX_BALLOONS = 2000;
const MAX_X = 10_000;
const MAX_Y = 10_000;
const MAX_DARKNESS = 100;

type Balloon = readonly [x: number, y: number, darkness: number];

function wall(...balloons: Balloon[]): string {
  return lines([balloons.length], ...balloons);
}

function make(): string[] {
  const random = new Random(3);
  const anyBalloon = (size: number): Balloon => [
    random.int(-size, size),
    random.int(1, size),
    random.int(1, Math.min(size, MAX_DARKNESS)),
  ];
  const anyWall = (count: number, size: number) => wall(...random.list(count, () => anyBalloon(size)));
  return [
    wall([0, 3, 1], [4, 3, 1]),
    wall([0, 1, 1], [5, 1, 1]),
    wall([0, 2, 4], [6, 2, 1]),
    wall([7, 1, 1]),
    wall([-MAX_X, MAX_Y, MAX_DARKNESS], [MAX_X, MAX_Y, MAX_DARKNESS]),
    wall([-MAX_X, 1, 1], [MAX_X, 1, MAX_DARKNESS]),
    wall([5, 10, 1], [5, 20, 1], [5, 3, 50]), // balloons one above another: the best place is right below
    wall([-100, 1, 1], [0, 1000, 1], [100, 1, 1]), // only the highest one matters
    anyWall(5, 10),
    anyWall(6, 100),
    anyWall(30, 1000),
    anyWall(100, MAX_X),
    anyWall(MAX_BALLOONS, MAX_X),
    // Equal darkness: the parabolas differ by a linear term only.
    wall(...random.list(MAX_BALLOONS, (): Balloon => [random.int(-MAX_X, MAX_X), random.int(1, MAX_Y), 1])),
    // All to one side: the best place is far from zero.
    wall(
      ...random.list(
        MAX_BALLOONS,
        (): Balloon => [random.int(MAX_X - 500, MAX_X), random.int(1, 300), random.int(1, MAX_DARKNESS)],
      ),
    ),
    anyWall(300, 50),
  ];
}

function validate(input: string): void {
  const reader = new InputReader(input);
  const [count = 0n] = reader.integers([1, MAX_BALLOONS]);
  for (let balloon = 0n; balloon < count; balloon += 1n) {
    reader.integers([-MAX_X, MAX_X], [1, MAX_Y], [1, MAX_DARKNESS]);
  }
  reader.end();
}

export const C_SPOTLIGHT: ProblemInputs = { make, validate };
