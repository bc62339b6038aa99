import { createHash } from 'node:crypto';
import type { JudgeTest, JudgeVerdict } from '@balloon/contracts/judging/judge.ts';
import { JudgingRules, TestRules } from '@balloon/contracts/judging/testset.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { BlobSource } from '#cache/downloads.ts';
import type { JudgingJob } from '#judging/judge-solution.ts';

/** Program whose verdict is known, which a judge judges again and again to find out whether it can be trusted. */
export interface Canary {
  name: string;
  language: LanguageKey;
  source: string;
  expected: JudgeVerdict;
  /** Time limit in ms, `AMPLE_MS` by default. */
  timeLimitMs?: number;
}

/** On a busy machine the start of Python alone may take most of a second; a judge is not unfit for that. */
const AMPLE_MS = 5_000;

const reading = (rest: string) => `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) != 2) return 1;
  ${rest}
}
`;

/** A verdict of each kind that a fault of the machine could turn into another. */
export const CANARIES: readonly Canary[] = [
  { name: 'right sum', language: 'c', source: reading('printf("%d\\n", a + b);'), expected: 'accepted' },
  {
    name: 'right sum',
    language: 'python3',
    source: 'print(sum(map(int, input().split())))\n',
    expected: 'accepted',
  },
  { name: 'wrong sum', language: 'c', source: reading('printf("%d\\n", a - b);'), expected: 'wrongAnswer' },
  { name: 'abort', language: 'c', source: reading('abort();'), expected: 'runtimeError' },
  {
    name: 'endless loop',
    language: 'c',
    source: reading('for (;;) {}'),
    expected: 'timeLimit',
    timeLimitMs: 100, // it uses up all of it, at every start and every few minutes
  },
  {
    name: 'no program',
    language: 'c',
    source: 'int main(void) { return sum; }\n',
    expected: 'compilationError',
  },
];

const INPUT = '2 40\n';
const ANSWER = '42\n';
const FILES = new Map([INPUT, ANSWER].map((text) => [hashOf(text), Buffer.from(text)]));

/** Files of the canaries, which need no server. */
export const canaryFiles: BlobSource = async (sha256) => {
  const content = FILES.get(sha256);
  if (!content) throw new Error(`The canaries have no file ${sha256}`);
  return (async function* () {
    yield content;
  })();
};

/** The only test of all canaries. */
const TEST: JudgeTest = {
  ...TestRules.parse({}),
  number: 1,
  ...{ inputSha256: hashOf(INPUT), inputBytes: INPUT.length },
  ...{ answerSha256: hashOf(ANSWER), answerBytes: ANSWER.length },
};

/** What a judge is asked to do with a canary. */
export function jobOf({ language, source, timeLimitMs = AMPLE_MS }: Canary): JudgingJob {
  return {
    ...{ language, source, purpose: 'verdict', excerptBytes: 0, tests: [TEST] },
    rules: JudgingRules.parse({ timeLimitMs, memoryLimitKb: 65_536, checker: { kind: 'tokens' } }),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
