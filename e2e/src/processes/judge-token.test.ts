import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '#browser/wait.ts';
import type { Launched } from '#sites/launched.ts';
import { openStage, type Stage, type Web } from '#sites/processes.ts';
import { gatherSampleCrew, readSampleWork, type SampleCrew } from '#sites/sample-site.ts';

/* The command `judge-token` as an operator uses it: against a running site, for a judge on another machine. */

let stage: Stage;
let database: TestDatabase;
let web: Web;
let crew: SampleCrew;

beforeAll(async () => {
  stage = await openStage();
  database = await createTestDatabase();
  web = await stage.startWeb('web', database.url);
  crew = await gatherSampleCrew(web.url, web.output());
});
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
  await database?.drop();
});

/** Runs `balloon judge-token …` at the site to its end. */
async function judgeToken(...args: string[]): Promise<{ output: string; end: string }> {
  const command = stage.launch('site', ['judge-token', ...args], { DATABASE_URL: database.url });
  const end = await command.exited;
  return { output: command.output().trim(), end };
}

function launchJudge(name: string, token: string): Launched {
  const args = ['judge', '--server', web.url, '--token', token, '--name', name];
  return stage.launch(name, args, { JUDGE_SLOTS: '1' });
}

const saidBy = (process: Launched, text: RegExp) =>
  waitFor(`${process.name} to say ${text}`, () => text.exec(process.output())?.[0]);

test('a judge works with a token of its own until it is revoked', async () => {
  expect(await judgeToken('list')).toEqual({ output: expect.stringContaining('there are none'), end: ENDED });
  const added = await judgeToken('add', 'north');
  expect(added).toEqual({
    output: expect.stringMatching(/north: [0-9a-f]{64} \(shown this once\)$/),
    end: ENDED,
  });
  const token = /[0-9a-f]{64}/.exec(added.output)?.[0] ?? '';
  expect((await judgeToken('list')).output).toMatch(/north: made [-\d: ]+, never used$/);
  const again = await judgeToken('add', 'north');
  expect(again.end).not.toBe(ENDED);
  expect(again.output).toMatch(/judge-token: north has a token: revoke it first$/);

  const judge = launchJudge('judge-north', token);
  expect(await verdictOfSample()).toBe(VERDICTS.accepted.id);
  expect((await judgeToken('list')).output).toMatch(/north: made [-\d: ]+, last used [-\d: ]+$/);

  expect(await judgeToken('revoke', 'north')).toEqual({
    output: expect.stringMatching(/north: its token is no longer taken$/),
    end: ENDED,
  });

  await saidBy(judge, REFUSAL);
  expect((await judgeToken('list')).output).toMatch(/north: .*, revoked [-\d: ]+$/);
  const twice = await judgeToken('revoke', 'north');
  expect(twice.end).not.toBe(ENDED);
  expect(twice.output).toMatch(/judge-token: There is no valid token of the name north$/);
});

const ENDED = 'exit code 0';
/** Message of a judge whose token is refused, which shows the operator what to request. */
const REFUSAL = /The judge cannot go on: Show a judge token of this site that is not revoked/;

async function verdictOfSample(): Promise<number | null> {
  const { contestId, participants } = crew;
  const [author] = participants;
  const work = (await readSampleWork()).find(({ expect, isSlow }) => expect === 'accepted' && !isSlow);
  if (!author || !work) throw new Error('There is no participant, or no accepted solution');
  const { symbolIndex, languageId, solution } = work;
  const { id } = await author.submit(web.url, contestId, { symbolIndex, languageId, solution });
  return waitFor('the verdict', async () => {
    const stored = await database.db
      .selectFrom('solution')
      .select('verdictId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return stored.verdictId ?? undefined;
  });
}
