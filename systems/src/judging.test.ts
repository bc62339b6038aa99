import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunState, Session, Submission } from '#outside-system.ts';
import type { Outcome } from '#stand-ins/judge-model.ts';
import type { Fault, Reply } from '#stand-ins/stand-in.ts';
import { failureOf } from '#testing/failure-of.ts';
import { JUDGED_SYSTEMS, type Stage } from '#testing/judged-systems.ts';

/*
 * What every adapter must do with a solution, whatever its system is like. The tests beside an adapter are about what is
 * its own.
 */

const VERDICTS: readonly (readonly [Outcome['verdict'], VerdictKey])[] = [
  ['OK', 'accepted'],
  ['WA', 'wrongAnswer'],
  ['CE', 'compilationError'],
  ['RE', 'runtimeError'],
  ['PE', 'presentationError'],
  ['OL', 'outputLimit'],
  ['TL', 'timeLimit'],
  ['ML', 'memoryLimit'],
  ['IL', 'idlenessLimit'],
  ['RF', 'restrictedFunction'],
  ['FAIL', 'judgingError'],
];

/** Verdicts that no test gives. */
const WITHOUT_TEST: readonly Outcome['verdict'][] = ['OK', 'CE', 'FAIL', 'IGNORED'];

const FAILURES: readonly (readonly [kind: 'down' | 'rate' | 'challenge' | 'drift', Reply])[] = [
  ['down', { status: 503 }],
  ['down', { status: 500, body: 'Active Server Pages error' }],
  ['rate', { status: 429 }],
  [
    'challenge',
    {
      status: 403,
      body: '<title>Just a moment...</title><form id="challenge-form" action="//challenges.cloudflare.com"></form>',
    },
  ],
  ['drift', { body: '<title>Judge 2.0</title>' }],
];

/** More than any system wants between two solutions, and enough for every verdict. */
const MINUTE_MS = 60_000;

describe.each(JUDGED_SYSTEMS)('$name', (judged) => {
  const { system, steps, verdicts = {}, memoryKb = 1_234, challenge = 'challenge' } = judged;
  const { sessionEnd = 'signedOut' } = judged;
  let stage: Stage;
  let session: Session;
  beforeEach(async () => {
    stage = await judged.start();
    session = stage.open();
  });
  afterEach(() => stage.standIn.close());

  const submissionOf = (source: string): Submission => ({ ...judged.submission, source });
  const sends = () => stage.standIn.journal.filter(stage.isSend).length;
  const { foreignId } = judged.submission;

  /** Sends as the relay does, and finds the run where the answer does not name it. */
  async function sent(source: string): Promise<string> {
    const submission = submissionOf(source);
    const { watermark, form } = await system.prepare(session, submission);
    const { runId } = await system.send(session, submission, { watermark, form });
    const intent = { submission, watermark, sentAtMs: session.nowMs() };
    return runId ?? (await system.findRuns(session, intent))[0]?.runId ?? 'not found';
  }

  async function stateOf(runId: string): Promise<RunState | undefined> {
    const [state] = await system.poll(session, [{ runId, foreignId }]);
    return state;
  }

  async function judgedAs(marker: string): Promise<RunState | undefined> {
    const runId = await sent(`// judge: ${marker}`);
    stage.standIn.clock.advance(MINUTE_MS);
    return stateOf(runId);
  }

  /** Prepares a solution, lets its send go wrong, and looks for it in another process. */
  async function foundAfter(fault: Fault) {
    await sent('an earlier one');
    stage.standIn.clock.advance(MINUTE_MS);
    const submission = submissionOf('int main() {} // снег\n');
    const { watermark, form } = await system.prepare(session, submission);
    stage.standIn.plan(stage.path, fault);
    expect(await failureOf(system.send(session, submission, { watermark, form }))).toBe('unknown');
    return system.findRuns(stage.open(), { submission, watermark, sentAtMs: session.nowMs() });
  }

  test('takes a solution by one request and shows its steps', async () => {
    const runId = await sent('// judge: WA 2');
    const seen: string[] = [];
    for (let second = 0; second < 8; second += 1) {
      const state = await stateOf(runId);
      const step = `${state?.state} ${state?.testNumber}`;
      if (step !== seen.at(-1)) seen.push(step);
      stage.standIn.clock.advance(1_000);
    }
    expect(seen).toEqual(steps);
    expect(await stateOf(runId)).toEqual({
      ...{ runId, state: 'final', verdict: 'wrongAnswer', foreignVerdict: expect.stringMatching(/^W/) },
      ...{ testNumber: 2, timeMs: 46, memoryKb, score: null },
    });
    expect([sends(), stage.sources()]).toEqual([1, ['// judge: WA 2']]);
  });

  const known = [...VERDICTS, ['IGNORED', null] as const]
    .map(([word, verdict]) => [word, verdicts[word] === undefined ? verdict : verdicts[word]] as const)
    .filter(([, verdict]) => verdict !== null);
  test.each(known)('with %s means %s', async (word, verdict) => {
    const testNumber = WITHOUT_TEST.includes(word) ? 0 : 3;
    const marker = testNumber === 0 ? word : `${word} 3`;
    expect(await judgedAs(marker)).toMatchObject({ state: 'final', verdict, testNumber });
  });

  test('does not end a run by a word that nobody knows, nor without one', async () => {
    const strange = await judgedAs('STRANGE 1');
    expect(strange).toMatchObject({ state: 'unknown', verdict: null });
    expect(strange?.foreignVerdict).not.toBe('');
    expect(await judgedAs('NEVER')).toMatchObject({ verdict: null });
  });

  test('has a solution whose answer was lost, once', async () => {
    const found = await foundAfter({ kind: 'cutAfter' });
    expect(found).toMatchObject([{ hasSameSource: true }]);
    expect([sends(), stage.sources().length]).toEqual([2, 2]);
    stage.standIn.clock.advance(MINUTE_MS);
    expect(await stateOf(found[0]?.runId ?? '')).toMatchObject({ verdict: 'accepted' });
  });

  test('has no solution that did not arrive', async () => {
    expect(await foundAfter({ kind: 'cutBefore' })).toEqual([]);
    expect(stage.sources()).toHaveLength(1);
  });

  test('has the solution after an error of the server', async () => {
    const reply = { status: 502, body: '<h1>Bad Gateway</h1>' };
    expect(await foundAfter({ kind: 'answerAfter', reply })).toMatchObject([{ hasSameSource: true }]);
  });

  test('has the solution after an answer of haste that came too late', async () => {
    expect(await foundAfter({ kind: 'answerAfter', reply: { status: 429 } })).toMatchObject([
      { hasSameSource: true },
    ]);
    expect([sends(), stage.sources().length]).toEqual([2, 2]);
  });

  if (sessionEnd !== null) {
    test('takes nothing when the session has ended', async () => {
      const submission = submissionOf('int main() {}');
      const prepared = await system.prepare(session, submission);
      stage.endSessions();
      expect(await failureOf(system.send(session, submission, prepared))).toBe(sessionEnd);
      expect(stage.sources()).toEqual([]);
    });
  }

  test('takes nothing that it could not judge', async () => {
    const refused = (change: Partial<Submission>) =>
      failureOf(system.prepare(session, { ...submissionOf('int main() {}'), ...change }));
    expect(await refused({ foreignLanguageId: '999' })).toBe('refused');
    expect(await refused({ source: ' \n' })).toBe('refused');
    expect(await refused({ source: 'я'.repeat(system.maxSourceBytes + 1) })).toBe('refused');
    expect(sends()).toBe(0);
  });

  test.each(FAILURES)('is told to be %s while a run is followed', async (kind, reply) => {
    const runId = await sent('int main() {}');
    stage.standIn.plan(/^/, { kind: 'answerInstead', reply });
    expect(await failureOf(stateOf(runId))).toBe(kind === 'challenge' ? challenge : kind);
  });

  test('is asked once for all runs, where it lists them', async () => {
    const runIds: string[] = [];
    for (const marker of ['OK', 'TL 3', 'WA 1']) {
      runIds.push(await sent(`// judge: ${marker}`));
      stage.standIn.clock.advance(MINUTE_MS);
    }
    const before = stage.standIn.journal.length;
    const states = await system.poll(
      session,
      runIds.map((runId) => ({ runId, foreignId })),
    );
    const verdictOf = (runId: string) => states.find((state) => state.runId === runId)?.verdict;
    expect(runIds.map(verdictOf)).toEqual(['accepted', 'timeLimit', 'wrongAnswer']);
    expect(stage.standIn.journal.length - before).toBe(judged.requestsForThree ?? 1);
  });

  test('leaves out runs that are not there', async () => {
    const runId = await sent('int main() {}');
    const other = runId.replace(/\d+$/, (number) => `${Number(number) + 7}`);
    const states = await system.poll(
      session,
      [runId, other].map((id) => ({ runId: id, foreignId })),
    );
    expect(states.map((state) => state.runId)).toEqual([runId]);
    expect(await system.poll(session, [])).toEqual([]);
  });
});
