import { setTimeout as pause } from 'node:timers/promises';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { layCable, type TestCable } from '#testing/test-cable.ts';
import { openEar, TestEar } from '#testing/test-ear.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer, type TestSocket } from '#testing/test-server.ts';

/** `far` is one more web process, with a cable to the database that tests cut. */
let near: TestServer;
let far: TestServer;
let cable: TestCable;
beforeEach(async () => {
  near = await startTestServer();
  cable = await layCable(near.databaseUrl);
  far = await startTestServer({ databaseUrl: cable.url });
});
afterEach(async () => {
  await far.close();
  await cable.close();
  await near.close();
});

const numberOfSolutions = async () =>
  (await near.services.db.selectFrom('solution').select('id').execute()).length;

describe('while the database is away', () => {
  test('nothing is accepted, and the same request succeeds afterwards', async () => {
    const contest = await near.given.contest();
    const participant = await far.given.participant(contest);
    const solution = { solution: 'print(1)', idempotencyKey: 'sent-until-accepted' };

    cable.cut();
    const refused = await participant.submit(contest, solution);
    expect([refused.status, refused.json.error?.code]).toEqual([503, 'DATABASE_AWAY']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await numberOfSolutions()).toBe(0);

    cable.mend();
    const accepted = await participant.submit(contest, solution);
    expect(accepted.status).toBe(200);
    expect(await numberOfSolutions()).toBe(1);
  });

  test('one that only reads, as before a change of servers, counts as away', async () => {
    const contest = await near.given.contest();
    const participant = await far.given.participant(contest);
    const setting = sql`alter database ${sql.id(new URL(near.databaseUrl).pathname.slice(1))}
      set default_transaction_read_only`;
    // Connections of either process that are opened meanwhile only read unless they are told otherwise.
    const sayReadOnly = (value: string) =>
      near.services.db
        .transaction()
        .setAccessMode('read write')
        .execute((tx) => sql`${setting} = ${sql.lit(value)}`.execute(tx));
    const reconnect = () => {
      cable.cut();
      cable.mend();
    };

    await sayReadOnly('on');
    reconnect();
    const refused = await participant.submit(contest, {});
    await sayReadOnly('off');
    reconnect();

    expect([refused.status, refused.json.error?.code]).toEqual([503, 'DATABASE_AWAY']);
    await expect.poll(async () => (await participant.submit(contest, {})).status).toBe(200);
  });

  test('a commit whose answer got lost is found again by its key', async () => {
    const contest = await near.given.contest();
    const participant = await far.given.participant(contest);
    const solution = { solution: 'print(1)', idempotencyKey: 'sent-until-accepted' };

    cable.cutAfterCommitOf('from accept_solutions(');
    const unsure = await participant.submit(contest, solution);
    expect([unsure.status, unsure.json.error?.code]).toEqual([503, 'DATABASE_AWAY']);
    await expect.poll(numberOfSolutions).toBe(1);

    expect((await participant.submit(contest, solution)).status).toBe(200);
    expect(await numberOfSolutions()).toBe(1);
  });

  test('a judge’s result whose answer got lost can be delivered again', async () => {
    const contest = await near.given.contest();
    const participant = await near.given.participant(contest);
    const judge = await startTestJudge(far.url);
    await participant.submit(contest, {});
    const task = await judge.mustClaim();

    cable.cutAfterCommitOf('select store_verdicts(');
    await expect(judge.result(task)).rejects.toThrow('503');
    await expect.poll(() => judge.result(task)).toBe(true);
    const list = await participant.get(`/api/contest/${contest.id}/solutions/my`);
    expect(list.as(SolutionList).solutions[0]?.verdictId).toBe(1);
  });

  test('connections killed in the middle of transactions bring no process down', async () => {
    const contest = await near.given.contest();
    const people = await Promise.all([1, 2, 3, 4].map(() => far.given.participant(contest)));
    const replies: number[] = [];
    const send = async (person: (typeof people)[number], key: string) => {
      for (;;) {
        const { status } = await person.submit(contest, { idempotencyKey: key });
        replies.push(status);
        if (status === 200) return;
        await pause(50);
      }
    };
    const sending = people.flatMap((person) => [1, 2, 3, 4, 5].map((n) => send(person, `solution-${n}`)));
    for (let cuts = 0; cuts < 5; cuts += 1) {
      await pause(40);
      cable.cut();
      cable.mend();
    }
    await Promise.all(sending);

    expect(await numberOfSolutions()).toBe(20);
    expect(new Set(replies).size).toBeLessThanOrEqual(2); // 200 and perhaps 503, never another one
  });
});

test('a browser that comes while the database is away gets in when it is back', async () => {
  const person = await far.given.signedIn(await near.given.user());
  cable.cut();
  const socket: TestSocket = io(far.url, { extraHeaders: { cookie: person.cookie }, reconnectionDelay: 50 });
  try {
    const ear = new TestEar(socket);
    await new Promise((resolve) => socket.io.once('reconnect_attempt', resolve));
    cable.mend();
    await ear.hears('server started');
    await ear.joins('solutions.listen');
  } finally {
    socket.close();
  }
});

describe('a lost listening connection', () => {
  const endListening = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'balloon-listen' and datname = current_database()`.execute(near.services.db);

  test('is mended, and everybody is told to catch up', async () => {
    const contest = await near.given.contest();
    const participant = await near.given.participant(contest);
    const ear = await openEar(participant, contest);
    const judge = await startTestJudge(near.url);
    const waiting = judge.claim(30_000);

    await endListening();
    const sent = await participant.submit(contest, {}); // announced while nobody listens

    expect(await waiting).toMatchObject({ solutionId: sent.json.id });
    await ear.hears('resync');
    await ear.hears('table update', ({ contestId }) => contestId === contest.id);
    await participant.submit(contest, { solution: 'after' });
    await ear.hears('new solution');
  });

  test('of one process that the cable lost tells its sockets alone', async () => {
    const contest = await near.given.contest();
    const ear = await openEar(await far.given.participant(contest), contest);
    const other = await openEar(await near.given.participant(contest), contest);
    cable.cut();
    cable.mend();
    await ear.hears('resync');
    await other.catchesUp();
    expect(other.heard('resync')).toEqual([]);
  });

  test('of a process during which somebody was removed does not leave them the table', async () => {
    const { db } = near.services;
    const contest = await near.given.contest();
    const [removed, other] = [await near.given.participant(contest), await near.given.participant(contest)];
    const ears = await Promise.all(
      [removed, other].map(async ({ user }) => openEar(await far.given.signedIn(user))),
    );
    const [ear, otherEar] = ears as [TestEar, TestEar];
    for (const one of ears) {
      await one.joins('table.watch', { contestId: contest.id, count: 10 });
      await one.hears('table rows');
    }
    const told = ear.heard('table rows').length;
    cable.cut();
    await db.deleteFrom('contestParticipant').where('accountId', '=', removed.user.id).execute();
    cable.mend();
    await ear.hears('resync');
    await near.given.attempted(contest, other, 10, 'accepted');
    const table = await other.get(`/api/contest/${contest.id}/table2?count=10`);
    const { hash } = table.as(ScoreboardPage).actualTableHash;
    await otherEar.hears('table rows', ({ to }) => to === hash);
    await ear.catchesUp();
    expect(ear.heard('table rows').length).toBe(told);
  });
});
