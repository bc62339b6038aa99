import type { JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutsideSystem } from '#outside-system.ts';
import { json } from '#stand-ins/stand-in.ts';
import type { FakeJob } from '#testing/fake-jobs.ts';
import { type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';
import { type Death, type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { type PlainStandIn, startPlainSystem } from '#testing/plain-stand-in.ts';
import { plainSystem } from '#testing/plain-system.ts';

let standIn: PlainStandIn;
let web: FakeWeb;
let relays: MortalRelay[] = [];

beforeEach(async () => {
  standIn = await startPlainSystem();
  web = await startFakeWeb(standIn.url, standIn.clock);
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [];
  await web.close();
  await standIn.close();
});

/** The plain system with one problem in one language. */
const system: OutsideSystem = {
  ...plainSystem,
  listLanguages: async () => [{ foreignLanguageId: '7', name: 'G++', family: 'c_cpp', extensions: [] }],
  readProblem: async (_session, foreignId) => ({
    ...{ foreignId, pdf: null, timeLimitMs: null, memoryLimitKb: null, inputFile: null, outputFile: null },
    statements: [{ language: 'en', title: 'Sum of snowflakes', html: '', samples: [] }],
    ...{ author: null, source: null, tags: [], url: 'https://example.org/1' },
  }),
};

function relay(death?: Death): MortalRelay {
  const started = startMortalRelay({
    ...{ system, webUrl: web.url, nowMs: standIn.clock.nowMs },
    ...(death ? { death } : {}),
  });
  relays.push(started);
  return started;
}

const request = (source: string, foreignLanguageId = '7'): JobRequest => ({
  ...{ kind: 'try', foreignId: '1:A', foreignLanguageId, source },
});

const soon = { interval: 1, timeout: 150_000 };
const ended = (job: FakeJob, state: FakeJob['state']) => expect.poll(() => job.state, soon).toBe(state);
const sends = () => standIn.count('POST', '/send');
const stepsOf = (job: FakeJob) =>
  [...job.steps.values()].map(({ step, state, text }) => [step, state, text].join(' ').trim());

describe('a trial', () => {
  test('tells every step with what was seen, up to the verdict', async () => {
    const job = web.jobs.add(request('judge: WA 2'));
    relay();
    await ended(job, 'done');
    expect(stepsOf(job)).toEqual([
      'signIn done pool-1',
      'languages done G++ (of 1)',
      'problem done Sum of snowflakes',
      'prepare done',
      'send done 1001',
      'judge done Wrong answer (WA), test 2, 46 ms, 1234 KB',
    ]);
    expect([...job.steps.values()].every(({ tookMs }) => tookMs !== null)).toBe(true);
    expect(sends()).toBe(1);
  });

  test('shows what the compiler says', async () => {
    const job = web.jobs.add(request('judge: CE'));
    relay();
    await ended(job, 'done');
    expect(job.steps.get('judge')?.text).toContain('no snow');
  });

  test('whose answer was lost is found', async () => {
    standIn.plan('/send', { kind: 'cutAfter' });
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'done');
    expect(stepsOf(job)).toContain('find done 1001');
    expect(sends()).toBe(1);
  });

  test('that was taken and answered with a wish for patience is found', async () => {
    standIn.plan('/send', { kind: 'answerAfter', reply: { status: 429 } });
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'done');
    expect(stepsOf(job)).toContain('find done 1001');
    expect(standIn.runs).toHaveLength(1);
  });

  test('that never reached the system ends, and is not sent again', async () => {
    standIn.plan('/send', { kind: 'cutBefore' });
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'failed');
    expect(job.failures).toMatchObject([
      {
        kind: 'refused',
        message: expect.stringMatching(/^There is no such run \(.{5,}\): nothing was sent/),
      },
    ]);
    expect(job.steps.get('find')).toMatchObject({ state: 'failed' });
    expect(sends()).toBe(0);
    expect(standIn.count('GET', '/runs')).toBeGreaterThanOrEqual(3);
  });

  test('of which a warning came and no run is to be seen fails with its words', async () => {
    standIn.plan('/send', { kind: 'answerInstead', reply: json({ id: null, warning: 'It is over' }, 201) });
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'failed');
    expect(job.failures).toMatchObject([{ kind: 'refused', message: 'It is over' }]);
    expect(sends()).toBe(1);
  });

  test('that was answered with a wish for patience alone lets the account rest, and ends', async () => {
    standIn.plan('/send', { kind: 'answerInstead', reply: { status: 429 } });
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'failed');
    expect(job.failures.map(({ kind }) => kind)).toEqual(['rate', 'refused']);
    expect([sends(), standIn.runs.length]).toEqual([1, 0]);
  });

  test('that the system has not taken for a while is sent later', async () => {
    standIn.plan('/send', { kind: 'answerInstead', reply: json({ error: 'too often' }, 429) });
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'done');
    expect(job.failures.map(({ kind }) => kind)).toEqual(['rate']);
    expect(standIn.runs).toHaveLength(1);
  });

  test('of a source that was sent before shows the earlier run', async () => {
    standIn.knobs.refusesDuplicates = true;
    const first = web.jobs.add(request('judge: WA 1'));
    const second = web.jobs.add(request('judge: WA 1'));
    relay();
    await ended(second, 'done');
    expect(first.state).toBe('done');
    expect(second.steps.get('send')?.text).toBe('1001');
    expect(standIn.runs).toHaveLength(1);
  });

  test('of a source that was sent before finds the earlier run also where its row is late', async () => {
    standIn.knobs.refusesDuplicates = true;
    const first = web.jobs.add(request('judge: WA 1'));
    relay();
    await ended(first, 'done');
    standIn.plan('/runs', { kind: 'answerInstead', reply: json([]) }, 2);
    const second = web.jobs.add(request('judge: WA 1'));
    await ended(second, 'done');
    expect(second.steps.get('send')?.text).toBe('1001');
  });

  test('that a duplicate is said to be, but of which none can be seen, is refused, and sends go on', async () => {
    standIn.knobs.refusesDuplicates = true;
    const first = web.jobs.add(request('same'));
    relay();
    await ended(first, 'done');
    for (const run of standIn.runs) run.problem = 'another';
    const second = web.jobs.add(request('same'));
    await ended(second, 'failed');
    expect(second.failures).toMatchObject([
      { kind: 'refused', message: expect.stringContaining('duplicate') },
    ]);
  });

  test('in a language that the problem does not take is not sent', async () => {
    const job = web.jobs.add(request('int main', '8'));
    relay();
    await ended(job, 'failed');
    expect(job.failures[0]?.message).toContain('takes no language 8');
    expect(sends()).toBe(0);
  });

  test('that is never judged ends after ten minutes', async () => {
    standIn.knobs.takesMs = { '/states': 60_000 };
    const job = web.jobs.add(request('judge: NEVER 3'));
    relay();
    await ended(job, 'failed');
    expect(job.failures[0]?.message).toContain('No verdict within ten minutes; last seen: running, test 3');
  });

  test('with a wrong password says so at the first step', async () => {
    standIn.knobs.password = 'another';
    const job = web.jobs.add(request('int main'));
    relay();
    await ended(job, 'failed');
    expect(stepsOf(job)).toHaveLength(1);
    expect(job.failures[0]?.kind).toBe('signedOut');
  });
});

test.each(
  Array.from({ length: 12 }, (_, index) => index + 1).flatMap((call) => [
    [call, 'before'] as const,
    [call, 'after'] as const,
  ]),
)('a relay that dies at call %i, %s it was made, sends no trial twice', async (call, when) => {
  const job = web.jobs.add(request('int main'));
  const first = relay({ call, when });
  await expect.poll(() => first.isDead || job.state === 'done', soon).toBe(true);
  if (!first.isDead) first.kill();
  await first.settled();
  await expect.poll(() => web.waiting, soon).toBe(0);
  web.expire();
  relay();
  await expect.poll(() => job.state === 'done' || job.state === 'failed', soon).toBe(true);
  expect(sends()).toBeLessThanOrEqual(1);
  // A trial that was not sent ends without a run, and says so.
  expect(job.state).toBe(sends() === 1 ? 'done' : 'failed');
});
