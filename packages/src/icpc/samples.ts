import { endingOf, type PackageSource } from '#icpc/package-source.ts';
import type { ProblemYaml } from '#icpc/problem-yaml.ts';
import type { PackageTest } from '#problem-package.ts';

const FOLDER = 'data/sample';

export interface ShownSample {
  input: string;
  output: string;
  /** Text as in the file. */
  interaction?: string;
}

/**
 * Reads the samples for contestants where they are not the sample tests themselves: an interaction, or texts in place
 * of input and answer. Null where the tests are shown.
 */
export async function readShownSamples(
  source: PackageSource,
  problem: ProblemYaml,
  tests: readonly PackageTest[],
): Promise<ShownSample[] | null> {
  const names = new Set(source.filesUnder(FOLDER));
  const bases = new Set(
    tests.filter(({ isSample }) => isSample).map(({ name }) => name.slice('sample/'.length)),
  );
  for (const name of names) {
    if (endingOf(name) === '.interaction') bases.add(name.slice(0, -'.interaction'.length));
  }
  const isOwn = (name: string) => /\.(?:interaction|in\.statement|ans\.statement|out)$/.test(name);
  // Tests of an interactive problem are for its interactor only, never for contestants.
  if (!problem.isInteractive && ![...names].some(isOwn)) return null;

  const samples: ShownSample[] = [];
  for (const base of [...bases].sort()) {
    const text = async (...endings: readonly string[]) => {
      const ending = endings.find((each) => names.has(`${base}${each}`));
      return ending === undefined ? '' : source.textOf(`${FOLDER}/${base}${ending}`);
    };
    if (names.has(`${base}.interaction`)) samples.push(inColumns(await text('.interaction')));
    else if (names.has(`${base}.in.statement`) || !problem.isInteractive) {
      const input = await text('.in.statement', '.in');
      samples.push({ input, output: await text('.ans.statement', '.out', '.ans') });
    }
  }
  return samples;
}

/**
 * Splits an interaction into columns: the judge's lines (`<`) on the left, the solution's (`>`) on the right, each on
 * a line of its own.
 */
function inColumns(interaction: string): ShownSample {
  const input: string[] = [];
  const output: string[] = [];
  for (const line of interaction.split(/\r?\n/)) {
    if (line === '') continue;
    const [who] = line;
    const said = line.slice(1).replace(/^ /, '');
    input.push(who === '>' ? '' : who === '<' ? said : line);
    output.push(who === '>' ? said : who === '<' ? '' : line);
  }
  return { input: `${input.join('\n')}\n`, output: `${output.join('\n')}\n`, interaction };
}
