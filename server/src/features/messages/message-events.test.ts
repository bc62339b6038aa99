import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { insertMessage, lockQuestion } from '#features/messages/sending.queries.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { openEar, type TestEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * Everybody listens on one web process and sends to another, so what is received went through the database.
 */

let server: TestServer;
let second: TestServer;
let contest: GivenContest;
let people: Record<'anna' | 'boris' | 'jury' | 'otherJury', Person>;
let ears: Record<keyof typeof people, TestEar>;

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await server.close();
});
beforeEach(async () => {
  contest = await server.given.contest();
  people = {
    anna: await server.given.participant(contest),
    boris: await server.given.participant(contest),
    jury: await server.given.supervisor(),
    otherJury: await server.given.supervisor(),
  };
  ears = {
    anna: await openEar(people.anna, contest),
    boris: await openEar(people.boris, contest),
    jury: await openEar(people.jury, contest),
    otherJury: await openEar(people.otherJury, contest),
  };
});

/** Returns a client of the same person at the other web process. */
async function elsewhere(person: Person) {
  return second.given.signedIn(person.user);
}

async function sends(person: Person, body: object): Promise<{ id: number }> {
  const client = await elsewhere(person);
  const reply = await client.post(`/api/contest/${contest.id}/messages`, body);
  expect(reply.status).toBe(200);
  return { id: Number(reply.json.message?.id) };
}

const hearsText = (ear: TestEar, text: string) =>
  ear.hears('new contest message', ({ message }) => message.text === text);
const heardTexts = (ear: TestEar) => ear.heard('new contest message').map(({ message }) => message.text);
/** Waits for this text at every listener; everything sent before it has arrived then, too. */
const heardByAll = async (text: string, ...listeners: TestEar[]) => {
  await sends(people.otherJury, { text });
  for (const ear of listeners) await hearsText(ear, text);
};

describe('live', () => {
  test('an announcement reaches everybody in the contest, under both names', async () => {
    await sends(people.jury, { text: 'hello' });
    for (const ear of [ears.anna, ears.boris, ears.otherJury]) {
      const heard = await hearsText(ear, 'hello');
      expect(heard).toMatchObject({ message: { isRead: false, sentBy: null, readers: null } });
      expect(ear.heard('new message')).toEqual([heard]);
    }
    await ears.jury.hears('contest messages changed');
    expect(heardTexts(ears.jury)).toEqual([]);
  });

  test('a question and its private answer reach the supervisors and who asked', async () => {
    const { id } = await sends(people.anna, { text: 'secret question' });
    await hearsText(ears.jury, 'secret question');
    await sends(people.jury, { text: 'secret answer', questionId: id });
    await hearsText(ears.anna, 'secret answer');
    await hearsText(ears.otherJury, 'secret answer');

    await heardByAll('to all', ears.boris);
    expect(heardTexts(ears.boris)).toEqual(['to all']);
    expect(ears.boris.heard('contest messages changed')).toEqual([]);
  });

  test('an answer to all does not tell who asked', async () => {
    const { id } = await sends(people.anna, { text: 'whose?' });
    await sends(people.jury, { text: 'yes', questionId: id, isPrivate: false, quotesQuestion: true });
    const heard = await hearsText(ears.boris, 'yes');
    expect(heard.message.question).toEqual({ id, text: 'whose?', author: null });
    expect(JSON.stringify(heard)).not.toContain(people.anna.user.username);
  });

  test('what was read is told to the other windows of that person, and of an urgent one to supervisors', async () => {
    await sends(people.jury, { text: 'plain' });
    await hearsText(ears.anna, 'plain');
    const anna = await elsewhere(people.anna);
    await anna.post(`/api/contest/${contest.id}/messages/read`);
    await ears.anna.hears('contest messages changed');

    await sends(people.jury, { text: 'urgent', isUrgent: true });
    await hearsText(ears.otherJury, 'urgent');
    expect(ears.otherJury.heard('contest messages changed')).toEqual([]);
    await anna.post(`/api/contest/${contest.id}/messages/read`);
    await ears.otherJury.hears('contest messages changed', ({ contestId }) => contestId === contest.id);
    expect(ears.boris.heard('contest messages changed')).toEqual([]);
  });

  test('a settled question and a message taken back are told to those who know of them', async () => {
    const { id } = await sends(people.anna, { text: 'q' });
    await hearsText(ears.jury, 'q');
    await ears.anna.hears('contest messages changed'); // her own question, for other windows
    const jury = await elsewhere(people.jury);
    const before = ears.anna.heard('contest messages changed').length;
    await jury.post(`/api/contest/${contest.id}/messages/${id}/answered`, { isAnswered: true });
    await ears.jury.hears('contest messages changed');
    await jury.send('DELETE', `/api/contest/${contest.id}/messages/${id}`, {});
    await heardByAll('end', ears.anna, ears.boris);
    expect(ears.anna.heard('contest messages changed').length).toBe(before + 2);
    expect(ears.boris.heard('contest messages changed')).toEqual([]);
  });

  test('a question that moves is told to the readers of its answer to all', async () => {
    const { id } = await sends(people.anna, { text: 'q' });
    await sends(people.jury, { text: 'a', questionId: id, isPrivate: false });
    await hearsText(ears.boris, 'a');
    const jury = await elsewhere(people.jury);
    expect((await jury.post(`/api/contest/${contest.id}/messages/${id}/topic`, {})).status).toBe(200);
    await heardByAll('end', ears.boris);
    expect(ears.boris.heard('contest messages changed')).toEqual([{ contestId: contest.id }]);
  });

  test('an answer to all that is stored while its question is withdrawn goes with it, and is told to everybody', async () => {
    const { id } = await sends(people.anna, { text: 'q' });
    const { db } = server.services;
    const jury = await elsewhere(people.jury);
    const answered = Promise.withResolvers<void>();
    const answer = db.transaction().execute(async (tx) => {
      await lockQuestion(tx, contest.id, id);
      await answered.promise;
      const about = { contestId: contest.id, authorId: people.jury.user.id, questionId: id };
      await insertMessage(tx, {
        ...{ ...about, kind: 'answer', text: 'a', recipientId: null, problemId: null, stock: null },
        ...{ category: 'general', attachments: '{}', postedAtMs: Date.now() },
      });
    });
    const withdrawn = jury.send('DELETE', `/api/contest/${contest.id}/messages/${id}`, {});
    await expect.poll(() => countLockWaits(db)).toBe(1);
    answered.resolve();
    await answer;
    expect((await withdrawn).status).toBe(200);
    await heardByAll('end', ears.boris);
    expect(ears.boris.heard('contest messages changed')).toEqual([{ contestId: contest.id }]);
  });

  test('an announcement has no letter while somebody in the contest has yet to start', async () => {
    const about = { symbolIndex: 'A' };
    await sends(people.jury, { text: 'to who reads', ...about });
    expect((await hearsText(ears.anna, 'to who reads')).message.symbolIndex).toBe('A');
    await server.services.db
      .updateTable('contestParticipant')
      .set({ startShiftMs: 1_000 * 60_000 })
      .where('contestId', '=', contest.id)
      .where('accountId', '=', people.boris.user.id)
      .execute();
    await sends(people.jury, { text: 'to all', ...about });
    expect((await hearsText(ears.boris, 'to all')).message.symbolIndex).toBeNull();
  });
});

describe('nothing is heard any more by who', () => {
  test('was removed from the contest, even by the very next message', async () => {
    await server.services.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('contestParticipant').where('accountId', '=', people.anna.user.id).execute();
      await appendContestEvent(tx, contest.id, { type: 'left', userId: people.anna.user.id }, Date.now());
    });
    await heardByAll('after', ears.boris);
    await ears.anna.catchesUp();
    expect(heardTexts(ears.anna)).toEqual([]);
  });

  test('was banned', async () => {
    await server.services.db
      .updateTable('account')
      .set({ isBanned: true })
      .where('id', '=', people.anna.user.id)
      .execute();
    await server.services.announcements.caughtUp();
    await heardByAll('after', ears.boris);
    // The end of a connection takes its own way to the client.
    await expect.poll(() => ears.anna.socket.connected).toBe(false);
    expect(heardTexts(ears.anna)).toEqual([]);
  });

  test('is outside of the contest', async () => {
    const stranger = await server.given.signedIn(await server.given.user());
    const ear = await openEar(stranger);
    expect(await ear.asks('contest.join', { contestId: contest.id })).toMatchObject({ ok: false });
    await heardByAll('to all', ears.boris);
    await ear.catchesUp();
    expect(heardTexts(ear)).toEqual([]);
  });
});
