import { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let near: TestServer;
let far: TestServer;
let contest: GivenContest;
beforeAll(async () => {
  near = await startTestServer();
  far = await startTestServer({ databaseUrl: near.databaseUrl });
  contest = await near.given.contest();
});
afterAll(async () => {
  await far.close();
  await near.close();
});

/** Answer of the other process, once it has heard of all that was committed. */
async function askFar(person: Person, path: string) {
  await far.services.announcements.caughtUp();
  const there = await far.given.signedIn(person.user);
  return there.get(`/api/contest/${contest.id}/problems${path}`);
}

test('another process shows the standing of who has just sent their first solution', async () => {
  const participant = await near.given.participant(contest);
  const standing = async () =>
    (await askFar(participant, '')).as(z.array(ListedContestProblem))[0]?.verdictStatus;
  expect(await standing()).toEqual({ accepted: false, wrongsNumber: 0 });

  const { id } = (await participant.submit(contest, {})).as(SubmitReply);
  await far.services.announcements.caughtUp();
  const { db } = near.services;
  const sent = db.updateTable('solution').where('id', '=', id);
  await sent.set({ verdictId: VERDICTS.wrongAnswer.id }).execute();
  expect(await standing()).toEqual({ accepted: false, wrongsNumber: 1 });
  await sent.set({ verdictId: VERDICTS.accepted.id }).execute();
  expect(await standing()).toEqual({ accepted: true, wrongsNumber: 0 });
});

test('another process hears of languages that are closed or chosen, whoever writes', async () => {
  const participant = await near.given.participant(contest);
  const listed = async () => (await askFar(participant, '/A/languages')).as(z.array(Language));
  const [first, second] = await listed();
  if (!first || !second) throw new Error('There are no languages');
  const { db } = near.services;

  await db.updateTable('language').set({ nonactive: true }).where('id', '=', first.id).execute();
  expect((await listed()).find(({ id }) => id === first.id)?.nonactive).toBe(true);

  await db.insertInto('contestLanguage').values({ contestId: contest.id, languageId: second.id }).execute();
  expect((await listed()).map(({ id }) => id)).toEqual([second.id]);
});
