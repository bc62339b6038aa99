import { afterEach, describe, expect, test } from 'vitest';
import type { OutsideSystem } from '#outside-system.ts';
import { json } from '#stand-ins/stand-in.ts';
import { type FakeWeb, type FakeWebOptions, startFakeWeb } from '#testing/fake-web.ts';
import { type Death, type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { type PlainStandIn, startPlainSystem } from '#testing/plain-stand-in.ts';
import { plainSystem } from '#testing/plain-system.ts';
import { byOutcome, expectEnd, keptLog, SOON } from '#testing/watch-job.ts';

let standIn: PlainStandIn;
let web: FakeWeb;
let relays: MortalRelay[] = [];
let lines: string[] = [];

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [];
  lines = [];
  await web.close();
  await standIn.close();
});

async function given(options: FakeWebOptions = {}): Promise<void> {
  standIn = await startPlainSystem();
  web = await startFakeWeb(standIn.url, standIn.clock, options);
}

function relay(death?: Death, more: Partial<OutsideSystem> = {}): MortalRelay {
  const started = startMortalRelay({
    ...{ webUrl: web.url, system: { ...plainSystem, ...more } },
    ...{ nowMs: standIn.clock.nowMs, log: keptLog(lines) },
    ...(death ? { death } : {}),
  });
  relays.push(started);
  return started;
}

const scan = ({ insert = true, update = true } = {}) =>
  web.jobs.add({ kind: 'scan', scope: null, insert, update });
const importOf = (...foreignIds: string[]) => web.jobs.add({ kind: 'import', foreignIds, isForced: false });
const ALL = ['101', '102', '103', '104', '105', '106', '107'];
const garbled = { kind: 'change', change: (body: string) => `${body} p&ss word` } as const;
const problemOf = (id: string) => {
  const problem = standIn.knobs.problems.find((each) => each.id === id);
  if (!problem) throw new Error(`There is no ${id}`);
  return problem;
};

describe('a scan', () => {
  test('lists in parts, refreshes languages once and reads what is wanted in order', async () => {
    await given();
    relay();
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ new: ALL });
    expect(standIn.count('GET', '/problems')).toBe(3);
    expect(web.jobs.languages.map((list) => list.map(({ name, family }) => [name, family]))).toEqual([
      [
        ['G++', 'c_cpp'],
        ['Python', 'python'],
      ],
    ]);
    const read = standIn.journal.filter(({ path }) => path === '/problem').map(({ query }) => query);
    expect(read).toEqual(ALL.map((id) => `id=${id}`));
    expect(web.jobs.problems.get('101')).toMatchObject({
      statements: [{ title: 'Problem 0', html: '<p>Text 0</p>', samples: [{ input: '1\n', output: '2\n' }] }],
      ...{ timeLimitMs: 1_000, memoryLimitKb: 65_536, url: `${standIn.url}problem?id=101` },
    });
  });

  test('reads new ones only, or known ones only, as it was asked', async () => {
    await given();
    relay();
    await expectEnd(importOf('101', '102'));
    const inserting = scan({ update: false });
    await expectEnd(inserting);
    expect(byOutcome(inserting)).toEqual({ known: ['101', '102'], new: ALL.slice(2) });
    standIn.knobs.problems.push({ ...problemOf('107'), id: '108', title: 'Another' });
    const updating = scan({ insert: false });
    await expectEnd(updating);
    expect(byOutcome(updating)).toEqual({ same: ALL, known: ['108'] });
  });

  test('tells a statement that has changed, with another hash, and no other one', async () => {
    await given();
    relay();
    await expectEnd(scan());
    const before = web.jobs.problems.get('103')?.contentSha256;
    problemOf('103').html = '<p>Another text</p>';
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ same: ALL.filter((id) => id !== '103'), changed: ['103'] });
    expect(web.jobs.problems.get('103')?.contentSha256).not.toBe(before);
  });

  test('with a part of the list that cannot be read fails, and the list stays open', async () => {
    await given();
    relay();
    await expectEnd(scan());
    standIn.plan('/problems', { kind: 'delay', ms: 0 });
    standIn.plan('/problems', garbled);
    const job = scan();
    await expectEnd(job, 'failed');
    expect([job.isListed, job.cursor]).toEqual([false, '3']);
    const [failure] = job.failures;
    expect(failure).toMatchObject({ kind: 'drift', evidence: { status: 200 } });
    expect(failure?.evidence?.body).toContain('"104"');
    // The password that stood in the page.
    expect(JSON.stringify(job.failures)).not.toContain('p&ss');
    expect(JSON.stringify(job.failures)).toContain('•••');
  });

  test('whose list goes round is no list', async () => {
    await given();
    relay(undefined, { listProblems: async () => ({ problems: [], nextCursor: 'again' }) });
    const job = scan();
    await expectEnd(job, 'failed');
    expect(job.failures).toMatchObject([{ kind: 'drift' }]);
  });

  test('that is killed at any call goes on with the next relay, and nothing is told twice', async () => {
    await given();
    const whole = relay();
    await expectEnd(scan());
    const last = whole.calls;
    await whole.close();
    await expect.poll(() => web.waiting, SOON).toBe(0);
    for (let call = 1; call <= last; call += 1) {
      for (const when of ['before', 'after'] as const) {
        web.jobs.problems.clear();
        web.jobs.versions.clear();
        const job = scan();
        const dying = relay({ call, when });
        await expect.poll(() => dying.isDead || job.state === 'done', SOON).toBe(true);
        dying.kill();
        await dying.settled();
        await expect.poll(() => web.waiting, SOON).toBe(0);
        web.expire();
        const next = relay();
        await expectEnd(job);
        expect([...web.jobs.versions]).toEqual(ALL.map((id) => [id, 1]));
        await Promise.all([dying.close(), next.close()]);
        await expect.poll(() => web.waiting, SOON).toBe(0);
        relays = [];
      }
    }
  });

  test('that goes on asks only for the parts that are left', async () => {
    await given();
    const first = relay();
    standIn.plan('/problems', { kind: 'delay', ms: 0 });
    standIn.plan('/problems', { kind: 'answerInstead', reply: { status: 503 } }, 1_000);
    const job = scan();
    await expect.poll(() => job.failures.length, SOON).toBeGreaterThan(1);
    expect(new Set(job.failures.map(({ kind }) => kind))).toEqual(new Set(['down']));
    await first.close();
    await expect.poll(() => web.waiting, SOON).toBe(0);
    web.expire();
    standIn.heal();
    const asked = standIn.count('GET', '/problems');
    relay();
    await expectEnd(job);
    expect(standIn.count('GET', '/problems') - asked).toBe(2);
    expect(byOutcome(job)).toEqual({ new: ALL });
  });

  test('waits as long as the system asks, and reads nothing twice', async () => {
    await given();
    relay();
    standIn.plan('/problem', { kind: 'delay', ms: 0 }, 2);
    const reply = { status: 429, headers: { 'retry-after': '300' } };
    standIn.plan('/problem', { kind: 'answerInstead', reply });
    const startedAtMs = standIn.clock.nowMs();
    const job = scan();
    await expectEnd(job);
    expect(job.failures).toMatchObject([{ kind: 'rate', retryAfterMs: 300_000 }]);
    expect(standIn.clock.nowMs() - startedAtMs).toBeGreaterThanOrEqual(300_000);
    expect(standIn.count('GET', '/problem')).toBe(ALL.length + 1);
  });

  test.each(['listed', 'wanted', 'problem', 'languages', 'end'])(
    'survives a web that loses answers to %s',
    async (name) => {
      await given();
      web.plan(`job/${name}`, 'before');
      web.plan(`job/${name}`, 'after');
      relay();
      const job = scan();
      await expectEnd(job);
      expect([...web.jobs.versions]).toEqual(ALL.map((id) => [id, 1]));
    },
  );

  test('survives a restart of the web', async () => {
    await given();
    relay();
    standIn.plan('/problem', { kind: 'delay', ms: 20 }, 100);
    const job = scan();
    await expect.poll(() => web.jobs.problems.size, SOON).toBeGreaterThan(1);
    web.die();
    await expect.poll(() => lines.join(), SOON).toContain('does not answer');
    web.revive();
    await expectEnd(job);
    expect([...web.jobs.versions]).toEqual(ALL.map((id) => [id, 1]));
  });

  test('that is cancelled stops at once and says nothing', async () => {
    await given();
    relay();
    standIn.plan('/problem', { kind: 'delay', ms: 20 }, 100);
    const job = scan();
    await expect.poll(() => web.jobs.problems.size, SOON).toBe(1);
    job.state = 'cancelled';
    await expect.poll(() => lines.join(), SOON).toContain('is dropped');
    expect(standIn.count('GET', '/problem')).toBeLessThan(ALL.length);
    expect(job.failures).toEqual([]);
  });

  test('goes back by itself when the relay closes', async () => {
    await given();
    const first = relay();
    standIn.plan('/problem', { kind: 'delay', ms: 20 }, 100);
    const job = scan();
    await expect.poll(() => web.jobs.problems.size, SOON).toBe(1);
    await first.close();
    expect([job.state, job.failures]).toEqual(['running', []]);
    await expect.poll(() => web.waiting, SOON).toBe(0);
    web.expire();
    relay();
    await expectEnd(job);
    expect([...web.jobs.versions]).toEqual(ALL.map((id) => [id, 1]));
  });
});

describe('a problem', () => {
  test('that cannot be read fails alone', async () => {
    await given();
    relay();
    standIn.plan('/problem', garbled);
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ failed: ['101'], new: ALL.slice(1) });
    expect(job.lines.get('101')?.message).toContain('The page has changed');
  });

  test('that is the tenth in a row to fail ends the job with its failure', async () => {
    await given();
    relay();
    standIn.knobs.problems.push(
      ...ALL.map((id) => ({ ...problemOf(id), id: `2${id}`, title: `Second ${id}` })),
    );
    standIn.plan('/problem', { kind: 'delay', ms: 0 });
    standIn.plan('/problem', garbled, 10);
    const job = scan();
    await expectEnd(job, 'failed');
    expect(byOutcome(job)).toMatchObject({ new: ['101'], failed: { length: 10 }, wanted: { length: 3 } });
    expect(job.failures).toMatchObject([{ kind: 'drift' }]);
  });

  test('that is shown to accounts only is read after one sign-in', async () => {
    await given();
    relay();
    for (const problem of standIn.knobs.problems) problem.isClosed = true;
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ new: ALL });
    expect(standIn.count('POST', '/sign-in')).toBe(1);
    expect(web.accounts[0]?.session).toContain('session-of-pool-1');
  });

  test('that is closed to an account that gets in is refused, and the account stays', async () => {
    await given();
    relay();
    standIn.plan('/problem', { kind: 'answerInstead', reply: json({ error: 'sign in' }, 401) }, 2);
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ failed: ['101'], new: ALL.slice(1) });
    expect(job.failures).toEqual([]);
  });

  test('that is closed to who has no account fails alone', async () => {
    await given({ accounts: 0 });
    relay();
    problemOf('104').isClosed = true;
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job).failed).toEqual(['104']);
    expect(standIn.count('POST', '/sign-in')).toBe(0);
  });

  test('that waits for an account with a wrong password ends the job', async () => {
    await given({ password: 'wrong' });
    relay();
    problemOf('102').isClosed = true;
    const job = scan();
    await expectEnd(job, 'failed');
    expect(job.failures).toMatchObject([{ kind: 'signedOut' }]);
    expect(byOutcome(job)).toEqual({ new: ['101'], wanted: ALL.slice(1) });
  });

  test('is asked for on condition where its pages allow it', async () => {
    await given();
    standIn.knobs.hasTags = true;
    const { readProblem } = plainSystem;
    let reads = 0;
    relay(undefined, {
      readProblem(session, foreignId) {
        reads += 1;
        return readProblem(session, foreignId);
      },
    });
    await expectEnd(scan());
    expect(web.jobs.problems.get('101')?.validators).toMatchObject([{ url: `${standIn.url}problem?id=101` }]);
    expect(reads).toBe(ALL.length);
    problemOf('105').html = '<p>Another</p>';
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job).changed).toEqual(['105']);
    expect(reads).toBe(ALL.length + 1);
    expect(standIn.count('GET', '/problem')).toBe(2 * ALL.length + 1);
  });
});

describe('an import', () => {
  test('reads what identifiers and addresses name, known or not', async () => {
    await given();
    relay();
    await expectEnd(importOf('102'));
    const job = importOf('102', 'http://plain.example/problem?id=105', 'nothing');
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ same: ['102'], new: ['105'], failed: ['nothing'] });
    expect(job.lines.get('nothing')?.message).toContain('names no problem');
    expect(standIn.count('GET', '/problems')).toBe(0);
  });

  test('of a problem that is not there tells what the system says', async () => {
    await given();
    relay();
    const job = importOf('999');
    await expectEnd(job);
    expect(job.lines.get('999')).toMatchObject({ outcome: 'failed' });
    expect(job.lines.get('999')?.message).toContain('There is no 999');
  });
});

describe('languages', () => {
  test('that cannot be read end a scan as failed, when its problems are read', async () => {
    await given();
    relay();
    standIn.plan('/languages', garbled);
    const job = scan();
    await expectEnd(job, 'failed');
    expect(job.failures).toMatchObject([{ kind: 'drift' }]);
    expect(byOutcome(job)).toEqual({ new: ALL });
    expect(web.jobs.languages).toEqual([]);
  });

  test('of a problem that takes no solutions are read from the next one', async () => {
    await given();
    relay();
    standIn.plan('/languages', { kind: 'answerInstead', reply: json({ error: 'no form' }, 422) });
    await expectEnd(scan());
    expect(web.jobs.languages).toHaveLength(1);
  });

  test('stand with each problem where each has its own, also when nothing else has changed', async () => {
    await given();
    standIn.knobs.hasTags = true;
    relay(undefined, { hasLanguagesPerProblem: true });
    await expectEnd(scan());
    expect(web.jobs.languages).toEqual([]);
    const names = () => web.jobs.problems.get('101')?.languages?.map(({ name }) => name);
    expect(names()).toEqual(['G++', 'Python']);
    standIn.knobs.languages = ['Rust'];
    const job = scan();
    await expectEnd(job);
    expect(byOutcome(job)).toEqual({ same: ALL });
    expect(names()).toEqual(['Rust']);
  });
});

describe('a look at an account', () => {
  const check = () => web.jobs.add({ kind: 'check', accountId: 1 });

  test('tells who is signed in and keeps the session', async () => {
    await given();
    relay();
    const job = check();
    await expectEnd(job);
    expect(job.steps.get('signIn')).toMatchObject({ state: 'done', text: 'pool-1' });
    expect(web.accounts[0]).toMatchObject({ authorId: 'pool-1' });
    expect(web.accounts[0]?.session).toContain('session-of-pool-1');
  });

  test('tells why it does not get in, also an account that is stopped, and tries each time', async () => {
    await given({ password: 'wrong' });
    relay();
    Object.assign(web.accounts[0] ?? {}, { disabled: 'signedOut' });
    for (const count of [1, 2]) {
      const job = check();
      await expectEnd(job, 'failed');
      expect(job.steps.get('signIn')).toMatchObject({ state: 'failed' });
      expect(job.failures).toMatchObject([{ kind: 'signedOut' }]);
      expect(standIn.count('POST', '/sign-in')).toBe(count);
    }
  });
});

describe('solutions', () => {
  test('are sent and judged while a scan goes on with the same account', async () => {
    await given();
    const { problems } = standIn.knobs;
    problems.push(
      ...Array.from({ length: 300 }, (_, at) => ({ ...problemOf('101'), id: String(1_000 + at) })),
    );
    standIn.plan('/problem', { kind: 'delay', ms: 3 }, 1_000);
    relay();
    const job = scan();
    await expect.poll(() => web.jobs.problems.size, SOON).toBeGreaterThan(3);
    const solutions = ['one judge: WA 2', 'two judge: WA 2'].map((source) => web.add(source));
    for (const { results } of solutions) await expect.poll(() => results.length, SOON).toBe(1);
    expect(job.state).toBe('running');
    expect(web.jobs.problems.size).toBeLessThan(100);
  });

  test('go on where the web knows no jobs', async () => {
    await given();
    web.knowsJobs = false;
    const solution = web.add('judge: WA 1');
    relay();
    await expect.poll(() => solution.results.length, SOON).toBe(1);
    expect(lines.join()).toContain('no jobs for relays');
  });
});
