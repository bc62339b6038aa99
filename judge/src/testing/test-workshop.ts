import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgeTask } from '@balloon/contracts/judging/judge.ts';
import {
  type CheckerSpec,
  type InteractorSpec,
  JudgingRules,
  type Protocol,
  TestRules,
} from '@balloon/contracts/judging/testset.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { Log } from '@balloon/worker/log.ts';
import type { z } from 'zod';
import type { BlobSource } from '#cache/downloads.ts';
import { type JudgingHooks, judgeTask, type Outcome } from '#judging/judge-solution.ts';
import { type TrialOutcome, tryOut } from '#judging/try-out.ts';
import { TOOLCHAINS } from '#languages/table.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { SLOWNESS } from '#sandbox/testing.ts';
import { openTestWorkshop } from '#testing/open-test-workshop.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

/** Blobs in memory, for tests without a server. */
export interface BlobShelf {
  /** Stores a content and returns its hash and size. */
  put(content: string | Uint8Array): { sha256: string; bytes: number };
  remove(sha256: string): void;
  source: BlobSource;
}

export function createBlobShelf(): BlobShelf {
  const contents = new Map<string, Uint8Array>();
  return {
    put(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      contents.set(sha256, bytes);
      return { sha256, bytes: bytes.length };
    },
    remove: (sha256) => contents.delete(sha256),
    async source(sha256) {
      const content = contents.get(sha256);
      if (!content) throw new Error(`No blob ${sha256} on the shelf`);
      return (async function* () {
        yield content;
      })();
    },
  };
}

/** Program of the author, in one file, or in several by name, of which the first is the source. */
export interface TestProgram {
  language: LanguageKey | 'script';
  source: string | Readonly<Record<string, string>>;
  /** Protocol of the program, `testlib` by default. */
  protocol?: Protocol;
  flags?: string[];
}

/** Problem of a test. */
export interface TestProblem
  extends Omit<z.input<typeof JudgingRules>, 'checker' | 'interactor' | 'graders'> {
  checker: ({ kind: 'program' } & TestProgram) | Exclude<CheckerSpec, { kind: 'program' }>;
  interactor?: TestProgram;
  /** Files by name, for solutions in C++20 and Python. */
  grader?: Readonly<Record<string, string>>;
  tests: readonly (z.input<typeof TestRules> & {
    input: string | Uint8Array;
    answer: string | Uint8Array;
  })[];
}

export interface TestJudge extends AsyncDisposable {
  open: OpenWorkshop;
  /** Judges a source; several calls share the slots. */
  judge(problem: TestProblem, language: string, source: string, ask?: TestAsk): Promise<Outcome>;
  /** Tries a source out: on the problem's tests as its samples, or on the given input. */
  tryOut(
    problem: TestProblem,
    language: string,
    source: string,
    input?: string,
    hooks?: Partial<JudgingHooks>,
  ): Promise<TrialOutcome>;
}

/** Further fields of a task. */
export type TestAsk = Partial<
  Pick<JudgeTask, 'options' | 'purpose' | 'excerptBytes' | 'outputBytes' | 'keptOutputBytes'> &
    Pick<JudgingHooks, 'isEnough' | 'borrowSlot'>
>;

/** Longest time limit of a problem in ms, also on a machine that is slower than the tests' limits are meant for. */
const MOST_MS = 600_000;

/** Size in bytes of the excerpt of each file in a trial run. */
export const SHOWN_BYTES = 64 * 1024;

const SILENT: Log = { info: () => {}, warn: () => {}, error: console.error };

/** Starts a judge without a server: a real sandbox in a folder of its own, deleted with the judge. */
export async function startTestJudge(slots = 2): Promise<TestJudge> {
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-judge-'));
  const shelf = createBlobShelf();
  const open = await openTestWorkshop({ workDir, slots, blobSource: shelf.source, log: SILENT });
  const free = [...open.slots];
  const waiting: ((slot: JudgingSlot) => void)[] = [];

  async function inSlot<T>(work: (slot: JudgingSlot) => Promise<T>): Promise<T> {
    const slot = free.pop() ?? (await new Promise<JudgingSlot>((resolve) => waiting.push(resolve)));
    try {
      return await work(slot);
    } finally {
      const next = waiting.shift();
      if (next) next(slot);
      else free.push(slot);
    }
  }

  const hooks = () => ({ report: () => {}, signal: new AbortController().signal });
  return {
    open,
    judge(problem, language, source, { isEnough = () => false, borrowSlot = () => null, ...ask } = {}) {
      const task = { ...taskOf(shelf, problem, language, source), ...ask };
      return inSlot((slot) => judgeTask(task, open.workshop, slot, { ...hooks(), isEnough, borrowSlot }));
    },
    tryOut(problem, language, source, input, ask = {}) {
      const { solutionId: _, purpose: __, ...task } = taskOf(shelf, problem, language, source);
      const shown = { excerptBytes: SHOWN_BYTES, stderrBytes: SHOWN_BYTES / 4 };
      const trial = { ...task, ...shown, trialRunId: 1, input: input ?? null };
      return inSlot((slot) => tryOut(trial, open.workshop, slot, { ...hooks(), ...ask }));
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

/** Makes the task that the server would send for a source. */
export function taskOf(shelf: BlobShelf, problem: TestProblem, language: string, source: string): JudgeTask {
  const { checker, interactor, grader, tests, ...rules } = problem;
  return {
    solutionId: 1,
    fence: 1,
    attempt: 1,
    language,
    source,
    purpose: 'verdict',
    excerptBytes: 0,
    testsetSha256: '0'.repeat(64),
    rules: JudgingRules.parse({
      outputLimitKb: 16 * 1024,
      ...rules,
      timeLimitMs: Math.min(rules.timeLimitMs * SLOWNESS, MOST_MS),
      checker: checker.kind === 'program' ? { kind: 'program', ...programOf(shelf, checker) } : checker,
      interactor: interactor ? programOf(shelf, interactor) : null,
      graders: grader ? [{ languages: ['cpp20', 'python3'], files: filesOf(shelf, grader) }] : [],
    }),
    tests: tests.map(({ input, answer, ...rules }, index) => {
      const [inputBlob, answerBlob] = [shelf.put(input), shelf.put(answer)];
      return {
        ...TestRules.parse(rules),
        number: index + 1,
        inputSha256: inputBlob.sha256,
        inputBytes: inputBlob.bytes,
        answerSha256: answerBlob.sha256,
        answerBytes: answerBlob.bytes,
      };
    }),
  };
}

function programOf(
  shelf: BlobShelf,
  { language, source, protocol = 'testlib', flags = [] }: TestProgram,
): InteractorSpec {
  const texts = typeof source === 'string' ? { [fileNameFor(language, source)]: source } : source;
  const files = filesOf(shelf, texts);
  return { protocol, program: { language, files, sources: Object.keys(texts).slice(0, 1) }, flags };
}

function fileNameFor(language: TestProgram['language'], source: string): string {
  return language === 'script' ? 'run' : TOOLCHAINS[language].fileName(source);
}

function filesOf(shelf: BlobShelf, texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([path, text]) => ({ path, ...shelf.put(text) }));
}
