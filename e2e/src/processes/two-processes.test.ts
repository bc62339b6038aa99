import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { HealthDetails } from '@balloon/contracts/site/health.ts';
import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { Random } from '@balloon/sample/generate/random.ts';
import { readContestEvents } from '@balloon/server/features/contests/contest-log.ts';
import { announce } from '@balloon/server/realtime/announcements.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '#browser/wait.ts';
import type { ClientSocket, Contestant, Receipt } from '#sites/contestant.ts';
import { openStage, type Stage } from '#sites/processes.ts';
import { recomputeScoreboard, resultRows } from '#sites/recomputed-scoreboard.ts';
import {
  drawWork,
  gatherSampleCrew,
  readSampleWork,
  type SampleCrew,
  type Work,
} from '#sites/sample-site.ts';

const SOLUTIONS = 9;

let stage: Stage;
let database: TestDatabase;
let urls: string[];
let crew: SampleCrew;

/** Starts two web processes and two judges, each connected to another web process. */
beforeAll(async () => {
  stage = await openStage();
  database = await createTestDatabase();
  const first = await stage.startWeb('web-1', database.url);
  const second = await stage.startWeb('web-2', database.url);
  urls = [first.url, second.url];
  await Promise.all([stage.startJudge('judge-1', first.url), stage.startJudge('judge-2', second.url)]);
  crew = await gatherSampleCrew(first.url, first.output());
});
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
  await database?.drop();
});

test('each process of a site knows of all judges', async () => {
  for (const url of urls) {
    const judges = await waitFor('both judges', async () => {
      const health = await crew.admin.get(url, '/api/admin/health', HealthDetails);
      return health.judges.length === 2 ? health.judges : undefined;
    });
    expect(judges.map(({ name, isAlive }) => ({ name, isAlive }))).toEqual([
      { name: 'judge-1', isAlive: true },
      { name: 'judge-2', isAlive: true },
    ]);
  }
});

test('solutions sent to either web process are judged once, and both show the same', async () => {
  const works = drawWork(await readSampleWork(), SOLUTIONS, new Random(7));
  const listeners = await listenEverywhere();

  const sent = await Promise.all(works.map((work, index) => send(work, index)));
  await waitFor('all verdicts on all sockets', () =>
    listeners.every((one) => one.verdicts.size === ownOf(one.who, sent).length) ? true : undefined,
  );
  await expectJudgedOnce(sent);
  // Announcements keep their order, so a second verdict would arrive before this one.
  await announce(database.db, 'contest.changed', { contestId: crew.contestId });
  await waitFor('the marker on all sockets', () =>
    listeners.every((one) => one.isMarked) ? true : undefined,
  );

  for (const { who, verdicts, told } of listeners) {
    const own = ownOf(who, sent);
    expect(verdicts).toEqual(new Map(own.map(({ id, work }) => [id, VERDICTS[work.expect].id])));
    expect(told).toHaveLength(own.length);
  }
  for (const who of [...crew.participants, crew.admin]) await expectSameTables(who);
  for (const { socket } of listeners) socket.close();
});

interface SentWork extends Receipt {
  work: Work;
  author: Contestant;
}

async function send(work: Work, index: number): Promise<SentWork> {
  const { contestId, participants } = crew;
  const author = participants[index % participants.length];
  const url = urls[index % urls.length];
  if (!author || !url) throw new Error('nobody to send, or nowhere to send to');
  const { symbolIndex, languageId, solution } = work;
  return { ...(await author.submit(url, contestId, { symbolIndex, languageId, solution })), work, author };
}

/** Returns the solutions whose events a person receives: own ones for a participant, all for the admin. */
const ownOf = (who: Contestant, sent: readonly SentWork[]) =>
  sent.filter(({ author }) => who === crew.admin || who === author);

interface Listener {
  who: Contestant;
  socket: ClientSocket;
  /** Verdict id by solution id. */
  verdicts: Map<number, number>;
  /** Ids of solutions, one for each final verdict received. */
  told: number[];
  /** Whether the marker was received that is sent after all verdicts. */
  isMarked: boolean;
}

/** Opens a socket for each person at every web process. */
function listenEverywhere(): Promise<Listener[]> {
  const everybody = [...crew.participants, crew.admin];
  return Promise.all(everybody.flatMap((who) => urls.map((url) => listen(who, url))));
}

async function listen(who: Contestant, url: string): Promise<Listener> {
  const socket = await who.socket(url, crew.contestId);
  const listener: Listener = { who, socket, verdicts: new Map(), told: [], isMarked: false };
  socket.on('contest changed', () => {
    listener.isMarked = true;
  });
  socket.on('verdict updated', ({ id, verdict }) => {
    if (!verdict?.isTerminal || verdict.id === null) return;
    listener.verdicts.set(id, verdict.id);
    listener.told.push(id);
  });
  return listener;
}

async function expectJudgedOnce(sent: readonly SentWork[]) {
  const { db } = database;
  const stored = await db.selectFrom('solution').select(['id', 'judgedBy']).orderBy('id').execute();
  expect(stored.map(({ id }) => id)).toEqual(sent.map(({ id }) => id).toSorted((a, b) => a - b));
  const judgedBy = stored.map(
    ({ judgedBy }) => judgedBy as { attempt: number; fence: number; judgeId: number },
  );
  expect(judgedBy.map(({ attempt }) => attempt)).toEqual(sent.map(() => 1));
  expect(new Set(judgedBy.map(({ fence }) => fence)).size).toBe(SOLUTIONS);
  expect(new Set(judgedBy.map(({ judgeId }) => judgeId)).size).toBe(2); // both had work
  expect(await db.selectFrom('judging').selectAll().execute()).toEqual([]);

  const log = await readContestEvents(db, crew.contestId, 0);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  for (const { id, work } of sent) {
    const events = log.filter(({ event }) => event.type === 'solution' && event.solutionId === id);
    const verdictIds = events.map(({ event }) => event.type === 'solution' && event.verdictId);
    expect(verdictIds).toEqual([null, VERDICTS[work.expect].id]);
  }
}

async function expectSameTables(who: Contestant) {
  const path = `/api/contest/${crew.contestId}/table2`;
  const [first, second] = await Promise.all(urls.map((url) => who.get(url, path, ScoreboardPage)));
  expect(first).toEqual(second);
  const viewer = { id: who.id, isSupervisor: who === crew.admin };
  expect(first && resultRows(first)).toEqual(await recomputeScoreboard(database.db, crew.contestId, viewer));
}
