/** A test as its two files in an archive. */
export interface TestPair {
  /** Path without the ending: `tests/01`. */
  name: string;
  input: string;
  answer: string;
  isSample: boolean;
}

export interface PairedFiles {
  pairs: TestPair[];
  /** Files of one half of a test. */
  withoutPair: string[];
  /** Files that are no tests by their names. */
  ignored: string[];
}

const INPUT_ENDINGS = ['in', 'inp', 'input', 'dat'];
const ANSWER_ENDINGS = ['a', 'ans', 'answer', 'out', 'output', 'ok', 'sol'];

/** Names without an own ending: `input01.txt` beside `output01.txt`. */
const IN_AND_OUT = /^(input|output|in|out|answer|ans)[._-]?(\d{1,6})(?:\.txt)?$/i;
/** A number alone is an input when an answer stands beside it: `01` beside `01.a`. */
const NUMBER = /^\d{1,6}$/;
const SAMPLE_FOLDER = /(?:^|\/)(?:samples?|examples?)\//i;

interface Half {
  path: string;
  name: string;
  role: 'input' | 'answer';
}

/**
 * Finds tests among the files of an archive by their names: `01` and `01.a` (Polygon), `1.in` and `1.out`, `1.ans` or
 * `1.a` (ICPC and others), `input1.txt` and `output1.txt`. Both files lie in one folder; tests in a folder `sample`
 * are samples.
 *
 * @returns tests in the order of their names, numbers compared as numbers, samples first
 */
export function pairTestFiles(paths: readonly string[]): PairedFiles {
  const halves = paths.map((path) => halfOf(path));
  const found: PairedFiles = { pairs: [], withoutPair: [], ignored: [] };
  for (const [index, half] of halves.entries()) if (!half) found.ignored.push(paths[index] ?? '');
  const known = halves.filter((half) => half !== null);
  for (const [name, both] of Map.groupBy(known, (half) => half.name)) {
    const [input, ...moreInputs] = both.filter(({ role }) => role === 'input');
    const [answer, ...moreAnswers] = both.filter(({ role }) => role === 'answer');
    const rest = [...moreInputs, ...moreAnswers];
    if (input && answer) found.pairs.push(pairOf(name, input.path, answer.path));
    else rest.push(...[input, answer].filter((half) => half !== undefined));
    found.withoutPair.push(...rest.map(({ path }) => path));
  }
  found.pairs.sort(
    (one, other) => Number(other.isSample) - Number(one.isSample) || byNumbers.compare(one.name, other.name),
  );
  return found;
}

const byNumbers = new Intl.Collator('en', { numeric: true });

const pairOf = (name: string, input: string, answer: string): TestPair => ({
  ...{ name, input, answer },
  isSample: SAMPLE_FOLDER.test(input),
});

function halfOf(path: string): Half | null {
  const slash = path.lastIndexOf('/') + 1;
  const [folder, file] = [path.slice(0, slash), path.slice(slash)];
  const numbered = IN_AND_OUT.exec(file);
  if (numbered) {
    const role = /^in/i.test(numbered[1] ?? '') ? 'input' : 'answer';
    return { path, role, name: `${folder}${numbered[2]}` };
  }
  const dot = file.lastIndexOf('.');
  if (dot <= 0) return NUMBER.test(file) ? { path, role: 'input', name: path } : null;
  const ending = file.slice(dot + 1).toLowerCase();
  const name = `${folder}${file.slice(0, dot)}`;
  if (INPUT_ENDINGS.includes(ending)) return { path, role: 'input', name };
  if (ANSWER_ENDINGS.includes(ending)) return { path, role: 'answer', name };
  return null;
}
