import { ConfiguredLanguages, type TriedOptions } from '@balloon/contracts/judging/compiler-options.ts';
import { type JudgeHello, JudgeWelcome } from '@balloon/contracts/judging/judge.ts';
import { ClaimReply } from '@balloon/contracts/judging/leases.ts';
import { Language } from '@balloon/contracts/problems/problems.ts';
import { JudgementList } from '@balloon/contracts/solutions/judgements.ts';
import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterEach(() => server.close());

const PATH = '/api/admin/server/languages';
const FAST = { compile: ['-std=gnu++20', '-O3'], run: [] };

const save = (key: string, options: object | null, version = 0) =>
  admin.post(`${PATH}/${key}`, { version, options });
const languages = async () => (await admin.get(PATH)).as(ConfiguredLanguages).languages;
const cpp20 = async () => (await languages()).find(({ key }) => key === 'cpp20');

/** Judge that knows options and tells what it found about them. */
class TryingJudge extends TestJudge {
  tried: TriedOptions[] = [];
  override async hello(keys: readonly string[] = ['cpp20', 'python3']): Promise<JudgeWelcome> {
    const hello: JudgeHello = {
      ...{ name: this.name, slots: 1, mode: 'full', warnings: [], triedOptions: this.tried },
      languages: keys.map((key) => ({ key, version: `${key} 1.0` })),
    };
    const welcome = JudgeWelcome.parse(await (await this.send('hello', hello)).json());
    this.judgeId = welcome.judgeId;
    return welcome;
  }
  /** Says hello, and again after a trial that ended so. */
  async tries(trouble: string | null): Promise<JudgeWelcome> {
    const { options } = await this.hello();
    this.tried = options.map(({ key, sha256 }) => ({ key, sha256, trouble }));
    return this.hello();
  }
  async claimReply(): Promise<ClaimReply> {
    const claim = { judgeId: this.judgeId, waitMs: 0, takes: ['solution'] };
    return ClaimReply.parse(await (await this.send('claim', claim)).json());
  }
}

async function judgeNamed(name: string): Promise<TryingJudge> {
  const judge = new TryingJudge(server.url, name);
  await judge.hello();
  return judge;
}

async function sendInCpp() {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, { languageId: LANGUAGES.cpp20.id });
  return { contest, author };
}

test('new options wait for a judge that tries them, and then come with every task of the language', async () => {
  const judge = await judgeNamed('one');
  expect((await save('cpp20', FAST)).status).toBe(200);
  expect(await cpp20()).toMatchObject({
    ...{ options: null, candidate: FAST, version: 1 },
    judges: [{ name: 'one', state: 'trying' }],
  });
  await sendInCpp();

  expect(await judge.claimReply()).toEqual({ work: null, hasNews: true, leaseMs: expect.any(Number) });
  const { options } = await judge.hello();
  expect(options).toMatchObject([{ key: 'cpp20', options: FAST, isInForce: false }]);
  expect((await judge.claimReply()).hasNews).toBeUndefined();
  const welcome = await judge.tries(null);

  expect(welcome.options).toMatchObject([{ key: 'cpp20', options: FAST, isInForce: true }]);
  expect(await cpp20()).toMatchObject({
    ...{ options: FAST, candidate: null },
    judges: [{ name: 'one', state: 'works', trouble: null }],
  });
});

test('a task carries the options in force, and its judging keeps those that the judge used', async () => {
  const judge = await judgeNamed('one');
  await save('cpp20', FAST);
  await judge.tries(null);
  await sendInCpp();
  const task = await judge.mustClaim();
  expect(task.options).toEqual(FAST);
  await judge.result(task, { judgedBy: { compiler: 'cpp20 1.0', mode: 'full', options: FAST } });

  const reply = await admin.get(`/api/admin/solutions/${task.solutionId}/judgements`);
  expect(reply.as(JudgementList).judgements[0]?.provenance?.options).toEqual(FAST);
});

test('options that fail on every judge never count: solutions are judged with the former ones', async () => {
  const judge = await judgeNamed('one');
  await save('cpp20', { compile: ['-std=c++99'], run: [] });
  await judge.tries('unrecognized command-line option -std=c++99');
  expect(await cpp20()).toMatchObject({
    options: null,
    judges: [{ state: 'fails', trouble: 'unrecognized command-line option -std=c++99' }],
  });
  await sendInCpp();
  expect((await judge.mustClaim()).options).toBeUndefined();
});

test('judges on which the options fail, or that know none, get no work in that language alone', async () => {
  const [good, bad] = [await judgeNamed('good'), await judgeNamed('bad')];
  const older = new TestJudge(server.url, 'older');
  await older.hello(['cpp20', 'python3']);
  await save('cpp20', FAST);
  await bad.tries('no such option');
  await good.tries(null);
  await bad.hello();
  const { author, contest } = await sendInCpp();

  expect((await bad.claimReply()).work).toBeNull();
  expect(await older.claim()).toBeNull();
  await author.submit(contest, { languageId: LANGUAGES.python3.id, solution: 'print(1)' });
  expect((await older.mustClaim()).language).toBe('python3');
  expect((await good.mustClaim()).language).toBe('cpp20');
  expect((await cpp20())?.judges).toMatchObject([
    { name: 'good', state: 'works' },
    { name: 'bad', state: 'fails', trouble: 'no such option' },
    { name: 'older', state: 'fails', trouble: null },
  ]);
});

test('the usual options count at once, without a trial', async () => {
  const judge = await judgeNamed('one');
  await save('cpp20', FAST);
  await judge.tries(null);
  const { compile, run } = usualOptions('cpp20');
  const { version } = (await cpp20()) ?? { version: 0 };
  expect((await save('cpp20', { compile, run }, version)).status).toBe(200);
  expect(await cpp20()).toMatchObject({ options: null, candidate: null });
  await judge.hello();
  await sendInCpp();
  expect((await judge.mustClaim()).options).toBeUndefined();
});

test('participants read the command with the options in force', async () => {
  const judge = await judgeNamed('one');
  const { contest, author } = await sendInCpp();
  const command = async () => {
    const reply = await author.get(`/api/contest/${contest.id}/problems/A/languages`);
    return reply.as(z.array(Language)).find(({ id }) => id === LANGUAGES.cpp20.id)?.command;
  };
  expect(await command()).toBe('g++ -std=gnu++20 -O2 -pipe -DONLINE_JUDGE -DBALLOON');
  await save('cpp20', FAST);
  await judge.tries(null);
  await expect.poll(command).toBe('g++ -std=gnu++20 -O3');
});

test('what is no argument, or has no effect, is refused with the reason', async () => {
  await judgeNamed('one');
  for (const option of ['', '-O2\n-O3', '-O2\u0000', '@/etc/passwd', `-D${'x'.repeat(200)}`])
    expect((await save('cpp20', { compile: [option], run: [] })).status, option).toBe(400);
  expect((await save('cpp20', { compile: Array(33).fill('-O2'), run: [] })).status).toBe(400);
  expect((await save('cpp20', { compile: [], run: ['-s'] })).json.error?.code).toBe('NO_RUN_OPTIONS');
  expect((await save('brainfuck', FAST)).status).toBe(404);
  await save('cpp20', FAST);
  expect((await save('cpp20', { compile: ['-O1'], run: [] }, 0)).json.error?.code).toBe('CHANGED_MEANWHILE');
});
