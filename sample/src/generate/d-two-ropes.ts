import { InputReader, lines, type ProblemInputs } from '#generate/problem-inputs.ts';
import { Random } from '#generate/random.ts';

const MAX_BALLOONS = 20_000;
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/** Balloons that cannot be divided: wherever the single `b` goes, both ropes end in `a` one balloon too early. */
const DEAD_END = 'aabaa';

function make(): string[] {
  const random = new Random(4);
  const letters = (count: number, colors: readonly string[]) =>
    random.list(count, () => random.pick(colors)).join('');
  const half = MAX_BALLOONS / 2;
  return [
    'aabcaa',
    'aaa',
    'abcabc',
    'z',
    'qq',
    DEAD_END,
    'aabcbbaacabb',
    letters(12, ['a', 'b', 'c']),
    'ab'.repeat(30),
    solvable(random, 40, ['a', 'b', 'c', 'd']),
    `${'abcdefg'.repeat(9)}${DEAD_END}`, // impossible, but only the very end shows it
    solvable(random, MAX_BALLOONS, ['a', 'b', 'c']),
    solvable(random, MAX_BALLOONS, ALPHABET),
    'aabb'.repeat(MAX_BALLOONS / 4),
    'ab'.repeat(half),
    `${solvable(random, MAX_BALLOONS - 6, ALPHABET)}z${DEAD_END}`,
    solvable(random, MAX_BALLOONS, ['x', 'y', 'z', 'w']),
  ].map((balloons) => lines(balloons));
}

/** Deals balloons to two ropes at random, so that an answer exists whatever the doubles. */
function solvable(random: Random, count: number, colors: readonly string[]): string {
  const lastOnRope = ['', ''];
  return random
    .list(count, () => {
      const rope = random.int(0, 1);
      const color = random.pick(colors.filter((candidate) => candidate !== lastOnRope[rope]));
      lastOnRope[rope] = color;
      return color;
    })
    .join('');
}

function validate(input: string): void {
  const reader = new InputReader(input);
  const [balloons = ''] = reader.fields(1);
  if (!/^[a-z]+$/.test(balloons)) throw new Error('balloons are lower-case letters');
  if (balloons.length > MAX_BALLOONS) throw new Error(`${balloons.length} balloons`);
  reader.end();
}

export const D_TWO_ROPES: ProblemInputs = { make, validate };
