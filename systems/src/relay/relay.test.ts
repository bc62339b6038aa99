import type { Log } from '@balloon/worker/log.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OutsideError } from '#failures.ts';
import { json } from '#stand-ins/stand-in.ts';
import { type FakeSolution, type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';
import { type Death, type MortalRelay, RENEW_ACCOUNT_MS, startMortalRelay } from '#testing/mortal-relay.ts';
import { type PlainStandIn, startPlainSystem } from '#testing/plain-stand-in.ts';
import { plainSystem } from '#testing/plain-system.ts';

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

async function given(options: Parameters<typeof startFakeWeb>[2] = {}): Promise<void> {
  standIn = await startPlainSystem();
  web = await startFakeWeb(standIn.url, standIn.clock, options);
}

function relay(death?: Death, pollEveryMs = 1, more: Partial<typeof plainSystem> = {}): MortalRelay {
  const keep = (line: string) => void lines.push(line);
  const log: Log = { info: keep, warn: keep, error: keep };
  const started = startMortalRelay({
    system: { ...plainSystem, ...more, pace: { ...plainSystem.pace, pollEveryMs } },
    ...{ webUrl: web.url, nowMs: standIn.clock.nowMs, log },
    ...(death ? { death } : {}),
  });
  relays.push(started);
  return started;
}

const soon = { interval: 1, timeout: 150_000 };
const verdictsOf = ({ results }: FakeSolution) => results.map(({ verdict }) => verdict);
const expectVerdict = (solution: FakeSolution, verdict = 'accepted') =>
  expect.poll(() => verdictsOf(solution), soon).toEqual([verdict]);
/** Ends all sessions when a page has been made. */
function signedOut(page: string): string {
  standIn.signOut();
  return page;
}

const sends = () => standIn.count('POST', '/send');
const runsOf = () => standIn.runs.map(({ source }) => source);

describe('a solution', () => {
  test('is sent once and its verdict comes with steps and units', async () => {
    await given();
    const running = json([{ id: 1_001, state: 'running', test: 2 }]);
    standIn.plan('/states', { kind: 'answerInstead', reply: running }, 10_000);
    const solution = web.add('judge: WA 2');
    relay();
    await expect.poll(() => solution.progress.map(({ step }) => step?.state), soon).toContain('testing');
    standIn.heal();
    await expectVerdict(solution, 'wrongAnswer');
    expect(solution.results).toMatchObject([
      { testNumber: 2, timeMs: 46, memoryKb: 1_234, foreignVerdict: 'WA' },
    ]);
    expect(solution.progress.every(({ isStrange }) => !isStrange)).toBe(true);
    expect([sends(), solution.run?.runId]).toEqual([1, '1001']);
  });

  test('whose answer was lost is found, also where neither ids nor sources are shown', async () => {
    await given();
    const first = web.add('first');
    relay();
    standIn.plan('/send', { kind: 'cutAfter' });
    await expectVerdict(first);
    standIn.knobs.showsSources = false;
    standIn.knobs.namesRuns = false;
    const second = web.add('second judge: WA 1');
    await expectVerdict(second, 'wrongAnswer');
    expect(runsOf()).toEqual(['first', 'second judge: WA 1']);
    expect(second.run?.runId).toBe('1002');
  });

  test('that was taken and answered with a wish for patience is found, and the account rests', async () => {
    await given();
    const reply = { status: 429, headers: { 'retry-after': '300' } };
    standIn.plan('/send', { kind: 'answerAfter', reply });
    const first = web.add('first');
    relay();
    await expectVerdict(first);
    await expectVerdict(web.add('second'));
    expect(runsOf()).toEqual(['first', 'second']);
    expect(web.troubles).toMatchObject([{ kind: 'rate', retryAfterMs: 300_000 }]);
    const [sentAtMs = 0, nextAtMs = 0] = standIn.runs.map((run) => run.sentAtMs);
    expect(nextAtMs - sentAtMs).toBeGreaterThanOrEqual(300_000);
  });

  test('that was taken with a warning is found, though its row is late', async () => {
    await given();
    standIn.plan('/send', { kind: 'answerAfter', reply: json({ id: null, warning: 'Two are left' }, 201) });
    standIn.plan('/runs', { kind: 'answerInstead', reply: json([]) }, 2);
    const solution = web.add('int main');
    relay();
    await expectVerdict(solution);
    expect([sends(), solution.refusal, runsOf()]).toEqual([1, null, ['int main']]);
  });

  test('answered by what looks like a captcha is found, and the account is stopped', async () => {
    await given();
    const captcha = new OutsideError('challenge', 'A captcha came in place of the page');
    relay(undefined, 1, {
      async send(...sent) {
        await plainSystem.send(...sent);
        throw new Error('HTTP 503 to the send', { cause: captcha });
      },
    });
    const solution = web.add('int main');
    await expectVerdict(solution);
    await expect.poll(() => web.accounts[0]?.disabled, soon).toBe('challenge');
    expect([sends(), runsOf()]).toEqual([1, ['int main']]);
  });

  test('of which a warning came and no run is to be seen is refused in its words, and not sent again', async () => {
    await given();
    standIn.plan('/send', { kind: 'answerInstead', reply: json({ id: null, warning: 'It is over' }, 201) });
    const solution = web.add('int main');
    relay();
    await expect.poll(() => solution.refusal, soon).toContain('It is over');
    expect([sends(), solution.run]).toEqual([1, null]);
    expect(standIn.count('GET', '/runs')).toBeGreaterThanOrEqual(3);
  });

  test('that never reached the system is sent once more after the quiet time', async () => {
    await given();
    const solution = web.add('int main');
    relay();
    standIn.plan('/send', { kind: 'cutBefore' });
    await expectVerdict(solution);
    expect(runsOf()).toEqual(['int main']);
    expect(standIn.count('GET', '/runs')).toBeGreaterThanOrEqual(3);
  });

  test('that is never taken goes to a supervisor with the words of the answer, and waits for a decision', async () => {
    await given();
    const body = '<h1>Request Entity Too Large</h1>';
    standIn.plan('/send', { kind: 'answerInstead', reply: { status: 413, body } }, 100);
    const solution = web.add('int main');
    relay();
    await expect.poll(() => solution.run?.state, soon).toBe('unsettled');
    expect(solution.run).toMatchObject({ candidates: [], words: expect.stringContaining('413') });
    expect(sends()).toBe(3);
    expect(solution.fence).toBeNull();
  });

  test('for which several runs may stand waits for a supervisor', async () => {
    await given();
    standIn.knobs.showsSources = false;
    const solution = web.add('mine');
    relay();
    standIn.plan('/send', { kind: 'cutAfter' });
    standIn.plan('/runs', { kind: 'answerInstead', reply: { status: 503 } });
    await expect.poll(() => standIn.runs.length, soon).toBe(1);
    // A human sends with the same account.
    standIn.runs.push({ ...(standIn.runs[0] as (typeof standIn.runs)[0]), id: 1_002, source: 'by hand' });
    await expect.poll(() => solution.run?.state, soon).toBe('unsettled');
    expect(solution.run?.candidates).toEqual(['1001', '1002']);
    expect(sends()).toBe(1);
  });

  test('of identical source has the run of the earlier one where the system takes no duplicates', async () => {
    await given();
    standIn.knobs.refusesDuplicates = true;
    const [one, two] = [web.add('judge: WA 3'), web.add('judge: WA 3')];
    relay();
    await expectVerdict(one, 'wrongAnswer');
    await expectVerdict(two, 'wrongAnswer');
    expect(standIn.runs).toHaveLength(1);
    expect(two.run).toMatchObject({ runId: '1001', isShared: true });
  });

  test('that a duplicate is said to be, but of which none can be seen, goes to a supervisor', async () => {
    await given();
    standIn.knobs.refusesDuplicates = true;
    const one = web.add('same');
    relay();
    await expectVerdict(one);
    for (const run of standIn.runs) run.problem = 'another';
    const two = web.add('same');
    await expect.poll(() => two.run?.state, soon).toBe('unsettled');
    expect(standIn.runs).toHaveLength(1);
  });

  test('that the system refuses for good is told in its words', async () => {
    await given();
    const solution = web.add('too long');
    relay();
    await expect.poll(() => solution.refusal, soon).toContain('The source is too long');
    expect(solution.run).toBeNull();
  });

  test('with a compilation error has the words of the compiler, bounded and clean', async () => {
    await given();
    standIn.knobs.compilerWords = `error\u0007 ${'x'.repeat(100_000)}`;
    standIn.plan('/words', { kind: 'answerInstead', reply: { status: 503 } }, 2);
    const solution = web.add('judge: CE');
    relay();
    await expectVerdict(solution, 'compilationError');
    const words = solution.results[0]?.compilationError ?? '';
    expect(words).toMatch(/^error x+\n…$/);
    expect(words.length).toBeLessThanOrEqual(65_536);
  });

  test('gets its verdict without the words of the compiler when they cannot be read', async () => {
    await given();
    standIn.plan('/words', { kind: 'answerInstead', reply: { status: 503 } }, 5);
    const solution = web.add('judge: CE');
    relay();
    await expectVerdict(solution, 'compilationError');
    expect(solution.results[0]?.compilationError).toBeNull();
  });

  test('without a verdict is shown to supervisors, never sent again, and a late verdict counts', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    relay();
    await expect.poll(() => solution.progress.at(-1)?.isStrange, soon).toBe(true);
    expect(sends()).toBe(1);
    for (const run of standIn.runs) run.source = 'judge: TL 2';
    await expectVerdict(solution, 'timeLimit');
    expect(sends()).toBe(1);
  });

  test('that the system has taken and never lists is shown to supervisors, and sent once', async () => {
    await given();
    standIn.knobs.namesRuns = false;
    standIn.plan('/runs', { kind: 'answerInstead', reply: json([]) }, 10_000);
    const solution = web.add('mine');
    relay();
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    standIn.clock.advance(plainSystem.pace.verdictWithinMs + 1);
    await expect.poll(() => solution.progress.at(-1)?.isStrange, soon).toBe(true);
    expect([sends(), runsOf()]).toEqual([1, ['mine']]);
    standIn.heal();
    await expectVerdict(solution);
    expect([sends(), runsOf()]).toEqual([1, ['mine']]);
  });

  test('with unknown words stays without a verdict and is shown to supervisors', async () => {
    await given();
    const solution = web.add('judge: STRANGE');
    relay();
    const strange = { foreignVerdict: 'STRANGE', isStrange: true };
    await expect.poll(() => solution.progress.at(-1), soon).toMatchObject(strange);
    for (const run of standIn.runs) run.source = 'judge: OK';
    await expectVerdict(solution);
  });
});

describe('an account', () => {
  test('that is refused for its pace waits, and the attempt does not count', async () => {
    await given({ sendEveryMs: 4_000 });
    standIn.knobs.intervalMs = 7_000;
    const solutions = ['one', 'two', 'three'].map((source) => web.add(source));
    relay();
    for (const solution of solutions) await expectVerdict(solution);
    expect(runsOf()).toEqual(['one', 'two', 'three']);
    expect(web.troubles.every(({ kind }) => kind === 'rate')).toBe(true);
    const times = standIn.runs.map(({ sentAtMs }) => sentAtMs);
    expect(times.every((ms, at) => at === 0 || ms - (times[at - 1] ?? 0) >= 7_000)).toBe(true);
  });

  test('whose session ends before the send signs in once and sends once', async () => {
    await given();
    const first = web.add('first');
    relay();
    await expectVerdict(first);
    standIn.plan('/form', { kind: 'change', change: signedOut });
    const second = web.add('second');
    await expectVerdict(second);
    expect(standIn.count('POST', '/sign-in')).toBe(2);
    expect(runsOf()).toEqual(['first', 'second']);
  });

  test('whose session ends before the send is sent with the watermark that the web knows', async () => {
    await given();
    const first = web.add('first');
    const watermarks: (string | null)[] = [];
    relay(undefined, 1, {
      send(session, submission, prepared) {
        watermarks.push(prepared.watermark);
        return plainSystem.send(session, submission, prepared);
      },
    });
    await expectVerdict(first);
    const change = (page: string) => {
      // A human sends with the same account.
      standIn.runs.push({ ...(standIn.runs[0] as (typeof standIn.runs)[0]), id: 1_002, source: 'by hand' });
      return signedOut(page);
    };
    standIn.plan('/form', { kind: 'change', change });
    await expectVerdict(web.add('second'));
    expect(watermarks).toEqual([null, '1001', '1001']);
  });

  test('whose session ends before the send sends nothing when it was suspended until the second send', async () => {
    await given();
    const first = web.add('first');
    const realNow = performance.now.bind(performance);
    let sleptMs = 0;
    using _now = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + sleptMs);
    const sendsBeforeForms: number[] = [];
    relay(undefined, 1, {
      async prepare(session, submission) {
        const prepared = await plainSystem.prepare(session, submission);
        sendsBeforeForms.push(sends());
        // The third form is that of the second send.
        if (sendsBeforeForms.length === 3) sleptMs = 40_000;
        return prepared;
      },
    });
    await expectVerdict(first);
    standIn.plan('/form', { kind: 'change', change: signedOut });
    const second = web.add('second');
    await expectVerdict(second);
    expect(sendsBeforeForms).toEqual([0, 1, 2, 2]);
    expect(web.troubles).toMatchObject([{ kind: 'rate' }]);
    expect(runsOf()).toEqual(['first', 'second']);
  });

  test('whose password is wrong is stopped, and the queue waits for a new one', async () => {
    await given({ password: 'wrong' });
    const solution = web.add('int main');
    relay();
    const [account] = web.accounts;
    await expect.poll(() => account?.disabled, soon).toBe('signedOut');
    expect(solution.run).toBeNull();
    Object.assign(account ?? {}, { disabled: null, credentials: { login: 'pool-1', password: 'p&ss word' } });
    await expectVerdict(solution);
  });

  test('that meets a captcha is stopped, while its runs are polled on', async () => {
    await given();
    const running = web.add('judge: NEVER');
    relay();
    await expect.poll(() => running.run?.state, soon).toBe('accepted');
    standIn.knobs.challenges = true;
    const waiting = web.add('next');
    await expect.poll(() => web.accounts[0]?.disabled, soon).toBe('challenge');
    for (const run of standIn.runs) run.source = 'judge: WA 1';
    await expectVerdict(running, 'wrongAnswer');
    expect(waiting.run).toBeNull();
    expect(sends()).toBe(1);
  });

  test('that is signed out while its runs are judged signs in once for all of them', async () => {
    await given();
    const solutions = ['1 judge: NEVER', '2 judge: NEVER', '3 judge: NEVER'].map((source) => web.add(source));
    relay();
    await expect.poll(() => solutions.every(({ run }) => run?.state === 'accepted'), soon).toBe(true);
    standIn.signOut();
    for (const run of standIn.runs) run.source = 'judge: OK';
    for (const solution of solutions) await expectVerdict(solution);
    expect(standIn.count('POST', '/sign-in')).toBe(2);
    expect(web.troubles).toEqual([]);
  });

  test('that does not get in any more gets its runs followed with what an admin enters', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    relay();
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    standIn.knobs.password = 'a new password';
    standIn.signOut();
    await expect.poll(() => web.troubles.map(({ kind }) => kind), soon).toContain('signedOut');
    const signIns = standIn.count('POST', '/sign-in');
    standIn.clock.advance(60_000);
    await expect.poll(() => standIn.count('GET', '/states') > 20, soon).toBe(true);
    expect(standIn.count('POST', '/sign-in')).toBe(signIns);
    Object.assign(web.accounts[0] ?? {}, { credentials: { login: 'pool-1', password: 'a new password' } });
    for (const run of standIn.runs) run.source = 'judge: OK';
    await expectVerdict(solution);
    expect(sends()).toBe(1);
  });

  test('that does not get in any more gives its runs back once in a while only', async () => {
    await given();
    const solutions = ['1 judge: NEVER', '2 judge: NEVER'].map((source) => web.add(source));
    relay();
    await expect.poll(() => solutions.every(({ run }) => run?.state === 'accepted'), soon).toBe(true);
    standIn.knobs.password = 'a new password';
    standIn.signOut();
    await expect.poll(() => web.troubles.map(({ kind }) => kind), soon).toContain('signedOut');
    standIn.knobs.takesMs = { '/states': 20_000 };
    const [shutAtMs, claims] = [standIn.clock.nowMs(), web.claims];
    await expect.poll(() => standIn.clock.nowMs() - shutAtMs > 5 * RENEW_ACCOUNT_MS, soon).toBe(true);
    const minutes = Math.ceil((standIn.clock.nowMs() - shutAtMs) / RENEW_ACCOUNT_MS);
    expect(web.claims - claims).toBeGreaterThanOrEqual(2 * 2);
    expect(web.claims - claims).toBeLessThanOrEqual(2 * minutes);
  });

  test('whose adapter signs in by itself posts a wrong password once in a while only', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    relay(undefined, 1, {
      async poll(session, runs) {
        await plainSystem.prepare(session, solution.submission);
        return plainSystem.poll(session, runs);
      },
    });
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    standIn.knobs.password = 'a new password';
    const before = standIn.count('POST', '/sign-in');
    standIn.signOut();
    await expect.poll(() => standIn.count('GET', '/form') > 40, soon).toBe(true);
    expect(standIn.count('POST', '/sign-in') - before).toBe(2);
  });

  test('has no secrets in what the web hears', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    relay();
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    standIn.knobs.challenges = true;
    const leak = 'p&ss word, p%26ss%20word, p%26ss+word, p&amp;ss word, sid=session-of-pool-1-1';
    standIn.plan('/states', { kind: 'answerInstead', reply: { body: `<html>${leak}` } }, 3);
    web.add('next');
    await expect
      .poll(() => web.troubles.map(({ kind }) => kind), soon)
      .toEqual(expect.arrayContaining(['drift', 'challenge']));
    const told = JSON.stringify(web.troubles);
    expect(told).toContain('•••');
    expect(told).not.toMatch(/p&ss|p%26ss|p&amp;ss|session-of/);
    // Only the call that keeps the session carries it.
    expect(
      web.heard.filter((line) => line.includes('session-of')).every((line) => 'session' in JSON.parse(line)),
    ).toBe(true);
  });
});

describe('a system', () => {
  test('that is down for an hour gets everything in order when it is back', async () => {
    await given({ sendEveryMs: 5_000 });
    const solutions = ['one', 'two', 'three'].map((source) => web.add(source));
    standIn.plan(/./, { kind: 'answerInstead', reply: { status: 503 } }, 10_000);
    relay();
    await expect.poll(() => web.server.failures, soon).toBeGreaterThan(4);
    expect(solutions.every(({ run }) => run === null)).toBe(true);
    standIn.heal();
    for (const solution of solutions) await expectVerdict(solution);
    expect(runsOf()).toEqual(['one', 'two', 'three']);
    expect(new Set(web.troubles.map(({ kind }) => kind))).toEqual(new Set(['down']));
  });

  test('that is away while runs are judged is a trouble told once, and the verdict comes', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    relay();
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    standIn.plan('/states', { kind: 'answerInstead', reply: { status: 503 } }, 4);
    for (const run of standIn.runs) run.source = 'judge: OK';
    await expectVerdict(solution);
    expect(web.troubles.map(({ kind }) => kind)).toEqual(['down']);
  });

  test('takes two hundred solutions at once in order, one after the other, polled together', async () => {
    await given({ accounts: 4, sendEveryMs: 1_000 });
    const solutions = Array.from({ length: 200 }, (_, number) => web.add(`solution ${number} judge: WA 1`));
    relay(undefined, 20);
    for (const solution of solutions) await expectVerdict(solution, 'wrongAnswer');
    expect(runsOf().length).toBe(200);
    expect(new Set(runsOf()).size).toBe(200);
    for (const { credentials } of web.accounts) {
      const times = standIn.runs
        .filter(({ login }) => login === credentials.login)
        .map(({ sentAtMs }) => sentAtMs);
      expect(times.every((ms, at) => at === 0 || ms - (times[at - 1] ?? 0) >= 1_000)).toBe(true);
    }
  });
});

describe('a web', () => {
  test('that restarts gets every verdict, once', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    relay();
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    web.die();
    const polls = standIn.count('GET', '/states');
    for (const run of standIn.runs) run.source = 'judge: OK';
    await expect.poll(() => standIn.count('GET', '/states') > polls + 2, soon).toBe(true);
    web.revive();
    await expectVerdict(solution);
  });

  test.each(['claim', 'intent', 'accepted', 'session', 'result', 'look'])(
    'whose answer to %s is lost leads to one run and one verdict',
    async (name) => {
      await given();
      if (name === 'look') standIn.plan('/send', { kind: 'cutBefore' });
      web.plan(name, 'before');
      web.plan(name, 'after');
      const solution = web.add('int main');
      relay();
      if (name === 'claim') await expect.poll(() => web.heard.length, soon).toBeGreaterThan(3);
      await expectVerdict(solution);
      expect(standIn.runs).toHaveLength(1);
    },
  );
});

describe('a relay', () => {
  test('that closes returns what is not being sent, and the next one goes on', async () => {
    await given();
    const solution = web.add('judge: NEVER');
    const first = relay();
    await expect.poll(() => solution.run?.state, soon).toBe('accepted');
    await first.close();
    expect(solution.fence).toBeNull();
    for (const run of standIn.runs) run.source = 'judge: OK';
    relay();
    await expectVerdict(solution);
    expect([sends(), standIn.count('POST', '/sign-in')]).toEqual([1, 1]);
  });

  test('that closes tells the outcome of a send that has begun', async () => {
    await given();
    standIn.plan('/send', { kind: 'delay', ms: 30 });
    const solution = web.add('int main');
    const first = relay();
    await expect.poll(sends, soon).toBe(1);
    await first.close();
    expect(solution.run).toMatchObject({ state: 'accepted', runId: '1001' });
    expect(solution.fence).toBeNull();
  });

  test('that is killed at any call leaves one run and one verdict to the next one', async () => {
    await given();
    const whole = relay();
    await expectVerdict(web.add('judge: CE'), 'compilationError');
    const last = whole.calls;
    await whole.close();
    await expect.poll(() => web.waiting, soon).toBe(0);
    for (let call = 1; call <= last; call += 1) {
      for (const when of ['before', 'after'] as const) {
        const solution = web.add(`${when} ${call} judge: CE`);
        const dying = relay({ call, when });
        await expect.poll(() => dying.isDead || solution.results.length > 0, soon).toBe(true);
        dying.kill();
        await expect.poll(() => web.waiting, soon).toBe(0);
        web.expire();
        const next = relay();
        await expectVerdict(solution, 'compilationError');
        await Promise.all([dying.close(), next.close()]);
        await expect.poll(() => web.waiting, soon).toBe(0);
        relays = [];
      }
    }
    expect(new Set(runsOf()).size).toBe(runsOf().length);
    expect(runsOf()).toHaveLength(1 + 2 * last);
    expect(web.solutions.every(({ results }) => results.length === 1)).toBe(true);
  });

  test('that works beside another one takes what the other does not have', async () => {
    await given({ accounts: 2 });
    const solutions = Array.from({ length: 30 }, (_, number) => web.add(`solution ${number}`));
    const [one, two] = [relay(undefined, 5), relay(undefined, 5)];
    for (const solution of solutions) await expectVerdict(solution);
    expect(runsOf().toSorted()).toEqual(solutions.map(({ submission }) => submission.source).toSorted());
    expect(Math.min(one.calls, two.calls)).toBeGreaterThan(10);
    expect(standIn.count('POST', '/sign-in')).toBeLessThanOrEqual(4);
  });

  test('whose token is refused ends with the reason', async () => {
    await given();
    web.refuse = true;
    await expect(relay().ended).rejects.toThrow('Show a relay token');
  });
});
