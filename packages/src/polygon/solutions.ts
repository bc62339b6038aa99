import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { XmlElement } from '#polygon/parse-xml.ts';
import { readProgram, statedSource } from '#polygon/programs.ts';
import { note, type Reading, warn } from '#polygon/reading.ts';
import type { Expectation, PackageSolution } from '#problem-package.ts';

/** Reads the author's solutions, with the expectation by their tags on the testset that is judged. */
export function readSolutions(reading: Reading, testset: string): PackageSolution[] {
  const solutions: PackageSolution[] = [];
  for (const element of reading.problem.all('assets', 'solutions', 'solution')) {
    const program = readProgram(reading, element, 'solution');
    if (program === null) {
      warn(reading, `The solution ${statedSource(element)} is missing from the package: it is not tried.`);
      continue;
    }
    const tag = element.attribute('tag')?.toLowerCase() ?? 'no tag';
    const isMain = tag === 'main';
    const label = (isMain ? null : tagOnTestset(reading, element, testset)) ?? tag;
    const expectation = EXPECTATIONS.get(label);
    if (expectation === undefined) {
      warn(
        reading,
        `The solution ${program.inPackage} has the tag "${label}", which is not known: it is not tried.`,
      );
    }
    solutions.push({ program, label, isMain, expectation: expectation ?? SKIPPED });
  }
  if (!solutions.some(({ isMain }) => isMain)) warn(reading, 'No solution has the tag "main".');
  return solutions;
}

/**
 * Returns the tag of a solution, which may differ on one testset; tags for single groups have no place in a verdict.
 */
function tagOnTestset(reading: Reading, element: XmlElement, testset: string): string | null {
  const extra = element.all('extra-tags', 'extra-tag');
  const ofGroups = extra.filter((each) => each.attribute('group') !== null);
  if (ofGroups.length > 0) {
    note(reading, `Tags of ${statedSource(element)} for single groups of tests are not compared.`);
  }
  const own = extra.find((each) => !ofGroups.includes(each) && each.attribute('testset') === testset);
  return own?.attribute('tag')?.toLowerCase() ?? null;
}

function expecting(verdicts: readonly VerdictKey[], more: Partial<Expectation> = {}): Expectation {
  return {
    verdicts,
    isStrict: false,
    score: null,
    isPartial: false,
    isSkipped: false,
    countsForTimeLimit: false,
    ...more,
  };
}

const SKIPPED = expecting([], { isSkipped: true });
const ACCEPTED = expecting(['accepted'], { isStrict: true, countsForTimeLimit: true });
/**
 * Verdicts of slow solutions. A program that waits for input that never comes uses no CPU: idleness to us, and over
 * the time limit to Polygon.
 */
const TOO_SLOW = ['timeLimit', 'idlenessLimit'] as const;
/** Verdicts of large solutions. Runtimes that limit their own memory end with a runtime error. */
const TOO_LARGE = ['memoryLimit', 'runtimeError'] as const;
/**
 * Verdicts of wrong solutions. Polygon separates wrong from badly formatted strictly, but the kind of an output that
 * ends too early depends on the version of testlib, so either is accepted for the other.
 */
const WRONG = ['wrongAnswer', 'presentationError'] as const;
const ANY_FAILURE = expecting([...WRONG, ...TOO_SLOW, ...TOO_LARGE, 'outputLimit', 'restrictedFunction']);

/** Expectations by tag. A tag is met when some test shows it; one that allows `accepted` must hold on every test. */
const EXPECTATIONS: ReadonlyMap<string, Expectation> = new Map([
  ['main', ACCEPTED],
  ['accepted', ACCEPTED],
  ['wrong-answer', expecting(WRONG)],
  ['presentation-error', expecting(WRONG)],
  ['time-limit-exceeded', expecting(TOO_SLOW)],
  ['time-limit-exceeded-or-accepted', expecting(['accepted', ...TOO_SLOW], { isStrict: true })],
  ['time-limit-exceeded-or-memory-limit-exceeded', expecting([...TOO_SLOW, ...TOO_LARGE])],
  ['memory-limit-exceeded', expecting(TOO_LARGE)],
  ['rejected', ANY_FAILURE],
  ['failed', ANY_FAILURE],
  ['do-not-run', SKIPPED],
]);
