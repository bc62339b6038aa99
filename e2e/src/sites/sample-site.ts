import { ContestList, JoinReply } from '@balloon/contracts/contests.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES, NEEDED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { Random } from '@balloon/sample/generate/random.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import { Contestant } from '#sites/contestant.ts';
import { ADMIN_PASSWORD } from '#sites/processes.ts';

/** Returns accounts as the first start prints them, by username. */
export function printedPasswords(output: string): Map<string, string> {
  const lines = output.matchAll(/new \w+ account (\S+), password (\S+)/g);
  return new Map([...lines].map(([, username = '', password = '']) => [username, password]));
}

/** Participants of the sample contest, and the admin who supervises it. */
export interface SampleCrew {
  contestId: number;
  participants: Contestant[];
  admin: Contestant;
}

/**
 * Signs the sample participants in with the printed passwords and lets them join the sample contest.
 *
 * @param output output of the process that started first on the database
 */
export async function gatherSampleCrew(url: string, output: string): Promise<SampleCrew> {
  const passwords = printedPasswords(output);
  passwords.delete('admin');
  if (passwords.size === 0) throw new Error(`The first start printed no accounts:\n${output}`);
  const admin = await Contestant.signIn(url, 'admin', ADMIN_PASSWORD);
  const { contests } = await admin.get(url, '/api/contest/all', ContestList);
  const contestId = contests[0]?.id;
  if (contestId === undefined) throw new Error('There is no sample contest');
  const participants: Contestant[] = [];
  for (const [username, password] of passwords) {
    const participant = await Contestant.signIn(url, username, password);
    await participant.post(url, `/api/contest/${contestId}/join`, JoinReply);
    participants.push(participant);
  }
  return { contestId, participants, admin };
}

/** Solution to send, and the verdict that it must get. */
export interface Work {
  symbolIndex: string;
  languageId: number;
  solution: string;
  expect: VerdictKey;
  /** Number of the test that it fails, where that does not depend on the machine. */
  onTest: number | undefined;
  /** Whether it keeps a core busy for seconds. */
  isSlow: boolean;
  /** Problem and file, for messages. */
  name: string;
}

const SLOW: ReadonlySet<VerdictKey> = new Set(['timeLimit', 'idlenessLimit']);

/** Reads the reference solutions of the sample contest in the languages that every machine has. */
export async function readSampleWork(): Promise<Work[]> {
  const problems = await readSampleProblems();
  return problems.flatMap(({ slug, solutions }, position) =>
    solutions
      .filter(({ languageKey }) => NEEDED_LANGUAGES.includes(languageKey))
      .map(({ languageKey, expect, onTest, source, file }) => ({
        symbolIndex: problemIndex(position),
        languageId: LANGUAGES[languageKey].id,
        solution: source,
        expect,
        onTest,
        isSlow: SLOW.has(expect),
        name: `${slug}/${file}`,
      })),
  );
}

/** Share of slow solutions, one in this many. */
const SLOW_SHARE = 15;
/** Share of compiled solutions, one in this many; low, because compilers take most of the time. */
const COMPILED_SHARE = 4;

/** Picks a mix of verdicts that two cores judge in a bounded time, each source unlike all others. */
export function drawWork(work: readonly Work[], count: number, random: Random): Work[] {
  const isPython = ({ languageId }: Work) => languageId === LANGUAGES.python3.id;
  const slow = work.filter(({ isSlow }) => isSlow);
  const interpreted = work.filter((one) => !one.isSlow && isPython(one));
  const compiled = work.filter((one) => !one.isSlow && !isPython(one));
  return random.list(count, (index) => {
    const isRare = index % SLOW_SHARE === SLOW_SHARE - 1;
    const one = random.pick(isRare ? slow : index % COMPILED_SHARE === 0 ? compiled : interpreted);
    return { ...one, solution: withComment(one, index) };
  });
}

/** Makes a source unique, so that caches and mixed-up sources show. */
function withComment({ solution, languageId }: Work, index: number): string {
  const comment = languageId === LANGUAGES.python3.id ? '#' : '//';
  return `${solution.trimEnd()}\n${comment} sent as number ${index}\n`;
}
