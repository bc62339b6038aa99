import { InputReader, lines, type ProblemInputs } from '#generate/problem-inputs.ts';
import { Random } from '#generate/random.ts';

const MAX_BALLOONS = 60;
const MAX_HEIGHT = 40;
const WINDS = ['left', 'none', 'right'] as const;

function make(): string[] {
  const random = new Random(2);
  const scene = (wind: string, ...heights: number[]) => lines([heights.length, wind], heights);
  const anyScene = (wind: string, count: number, highest: number) =>
    scene(wind, ...random.list(count, () => random.int(0, highest)));
  return [
    scene('right', 1, 0, 2),
    scene('none', 2, 3),
    scene('left', 0, 1, 5),
    scene('none', 0),
    scene('left', 0),
    scene('right', MAX_HEIGHT),
    scene('left', 3, 0, 0, 0, 0, 0, 0),
    scene('right', 5, 1, 1, 1, 1, 1, 1, 1, 1, 1), // the farthest balloon still stands above the ground
    scene('left', ...random.list(10, (index) => index)),
    scene('right', ...random.list(10, (index) => index)),
    scene('none', ...random.list(MAX_BALLOONS, () => MAX_HEIGHT)),
    ...WINDS.map((wind) => anyScene(wind, random.int(20, 40), 9)),
    ...WINDS.map((wind) => anyScene(wind, MAX_BALLOONS, MAX_HEIGHT)),
    scene('left', ...random.list(MAX_BALLOONS, () => 0)),
  ];
}

function validate(input: string): void {
  const reader = new InputReader(input);
  const [count = '', wind = ''] = reader.fields(2);
  if (!(WINDS as readonly string[]).includes(wind)) throw new Error(`unknown wind "${wind}"`);
  const balloons = Number(count);
  if (!(balloons >= 1 && balloons <= MAX_BALLOONS)) throw new Error(`${count} balloons`);
  reader.integers(...Array.from({ length: balloons }, () => [0, MAX_HEIGHT] as const));
  reader.end();
}

export const B_PICTURE: ProblemInputs = { make, validate };
