import type { JudgeTask } from '@balloon/contracts/judging/judge.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ContestHeads } from '#features/contests/contest-heads.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { announce } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import { countQueries } from '#testing/count-queries.ts';
import { openEar, TestEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer, type TestSocket } from '#testing/test-server.ts';

describe('sockets tell each person what they may know', () => {
  let server: TestServer;
  let judge: TestJudge;
  beforeAll(async () => {
    server = await startTestServer();
    judge = await startTestJudge(server.url);
  });
  afterAll(() => server.close());

  test('an author hears of the solution, each step and the verdict, once each', async () => {
    const { given } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const ear = await openEar(author, contest);
    await ear.joins('solutions.listen', { userId: 4_000 }); // older clients send an id, which is ignored

    await author.submit(contest, { solution: 'x' });
    const task = await judge.mustClaim();
    await ear.hears('verdict updated', ({ progress }) => progress?.state === 'compiling');
    await expect.poll(() => judge.progress(task, 'testing', 2)).toBe(true);
    await judge.result(task, { verdict: 'compilationError', compilationError: 'line 1: oops' });
    const final = await ear.hears('verdict updated', ({ verdict }) => verdict?.isTerminal === true);

    expect(final).toMatchObject({
      id: task.solutionId,
      verdictId: 3,
      compilationError: 'line 1: oops',
      verdict: { id: 3, name: 'Compilation error', compilationError: 'line 1: oops', memory: 3456 },
      progress: null,
    });
    const created = ear.heard('new solution');
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({ userId: author.user.id, verdict: null, internalSymbolIndex: 'A' });
    expect(JSON.stringify(created)).not.toMatch(/"ip"|"source"|"sourceCode"|judgedBy|judgingDetail/);
    const interim = ear.heard('verdict updated').filter(({ verdict }) => verdict && !verdict.isTerminal);
    expect(interim[0]).toMatchObject({ verdict: { id: null, name: 'Compiling' }, verdictId: null });
  });

  test('a solution that was told when it came is not read again for its steps', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const ear = await openEar(author, contest);
    await ear.joins('solutions.listen');
    for (let number = 0; number < 5; number += 1) await author.submit(contest, { solution: `${number}` });
    await expect.poll(() => ear.heard('new solution')).toHaveLength(5);

    const tasks: JudgeTask[] = [];
    const claimNext = async () => {
      const task = await judge.mustClaim();
      tasks.push(task);
      await ear.hears('verdict updated', ({ id, progress }) => id === task.solutionId && progress !== null);
    };
    expect(await countQueries(services, claimNext)).toBe(0);
    for (const task of tasks) await judge.result(task);
  });

  test('other participants hear of the table only, supervisors of everything', async () => {
    const { given } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const rival = await openEar(await given.participant(contest), contest);
    await rival.joins('solutions.listen');
    const admin = await openEar(await given.admin());
    await admin.joins('solutions.listen');
    const moderator = await openEar(await given.supervisor(), contest);

    await author.submit(contest, {});
    await judge.result(await judge.mustClaim());
    await admin.hears('verdict updated', ({ verdict }) => verdict?.id === 1);
    await moderator.hears('verdict updated', ({ verdict }) => verdict?.id === 1);
    await rival.hears('table update', ({ contestId }) => contestId === contest.id);
    await rival.catchesUp();

    expect(rival.heardOfSolutions()).toEqual([]);
    expect(admin.heard('new solution')).toHaveLength(1);
    expect(moderator.heard('new solution')).toHaveLength(1);
  });

  test('a moderator hears of contests of their groups only', async () => {
    const { given } = server;
    const [ours, theirs] = [await given.group(), await given.group()];
    const [own, foreign] = [
      await given.contest({ groups: [ours] }),
      await given.contest({ groups: [theirs] }),
    ];
    const moderator = await openEar(await given.supervisor({ groups: [ours] }));
    await moderator.joins('solutions.listen');
    expect(await moderator.asks('contest.join', { contestId: foreign.id })).toMatchObject({ ok: false });

    const stranger = await given.participant(foreign, { groups: [theirs] });
    const student = await given.participant(own, { groups: [ours] });
    await stranger.submit(foreign, {});
    await student.submit(own, {});
    await moderator.hears('new solution');
    for (const task of [await judge.mustClaim(), await judge.mustClaim()]) await judge.result(task);
    await moderator.hears('verdict updated', ({ verdict }) => verdict?.isTerminal === true);
    await moderator.catchesUp();

    const contests = new Set(moderator.heard('new solution').map(({ contestId }) => contestId));
    expect([...contests]).toEqual([own.id]);
    const updated = new Set(moderator.heard('verdict updated').map(({ contestId }) => contestId));
    expect([...updated]).toEqual([own.id]);
  });

  test('a moderator whose group left the contest hears no more of it', async () => {
    const { given, services } = server;
    const group = await given.group();
    const contest = await given.contest({ groups: [group] });
    const moderator = await openEar(await given.supervisor({ groups: [group] }), contest);
    const author = await given.participant(contest, { groups: [group] });
    await author.submit(contest, {});
    await moderator.hears('new solution');

    const other = await given.group();
    await services.db
      .updateTable('contestGroup')
      .set({ groupId: other })
      .where('groupId', '=', group)
      .execute();
    await announce(services.db, 'contest.changed', { contestId: contest.id });
    await expect.poll(() => services.sockets.membersOf(ROOMS.contest(contest.id))).toEqual([]);
    await judge.result(await judge.mustClaim());
    const admin = await given.admin();
    await expect
      .poll(async () => (await admin.get(`/api/contest/${contest.id}/solutions/all`)).text)
      .toContain('"verdictId":1');
    await moderator.catchesUp();
    expect(moderator.heard('verdict updated').filter(({ verdict }) => verdict?.isTerminal)).toEqual([]);
  });

  test('who is removed from a contest, or whose contest closes, hears no more of it', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const removed = await given.participant(contest);
    const staying = await given.participant(contest);
    const ears = { removed: await openEar(removed, contest), staying: await openEar(staying, contest) };
    const roomsOf = ({ user }: Person) => [ROOMS.contest(contest.id), ROOMS.contestUser(contest.id, user.id)];
    const membersOf = (person: Person) =>
      roomsOf(person).map((room) =>
        services.sockets.membersOf(room).some(({ data }) => data.user?.id === person.user.id),
      );
    expect(membersOf(removed)).toEqual([true, true]);

    await services.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('contestParticipant').where('accountId', '=', removed.user.id).execute();
      await appendContestEvent(tx, contest.id, { type: 'left', userId: removed.user.id }, Date.now());
    });
    await expect.poll(() => membersOf(removed)).toEqual([false, false]);
    expect(membersOf(staying)).toEqual([true, true]);
    expect(ears.removed.socket.connected).toBe(true);

    await services.db.updateTable('contest').set({ isEnabled: false }).where('id', '=', contest.id).execute();
    await announce(services.db, 'contest.changed', { contestId: contest.id });
    await expect.poll(() => membersOf(staying)).toEqual([false, false]);
    expect(await ears.staying.asks('contest.join', { contestId: contest.id })).toMatchObject({ ok: false });
  });

  test('who is removed from a contest while they join its rooms is not in them', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const person = await given.participant(contest);
    const ear = await openEar(person);
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { heads } = services;
    const visits = vi.spyOn(heads, 'visit').mockImplementationOnce(async (...asked) => {
      const visit = await ContestHeads.prototype.visit.apply(heads, asked);
      begun.resolve();
      await mayEnd.promise;
      return visit;
    });

    const reply = ear.asks('contest.join', { contestId: contest.id });
    await begun.promise;
    await services.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('contestParticipant').where('accountId', '=', person.user.id).execute();
      await appendContestEvent(tx, contest.id, { type: 'left', userId: person.user.id }, Date.now());
    });
    await services.announcements.caughtUp();
    mayEnd.resolve();

    expect(await reply).toEqual({ ok: false, code: 'CONTEST_NOT_JOINED' });
    expect(services.sockets.membersOf(ROOMS.contest(contest.id))).toEqual([]);
    visits.mockRestore();
  });

  test('a reset is announced to the author and starts the judging again', async () => {
    const { given } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const ear = await openEar(author, contest);
    const rival = await openEar(await given.participant(contest), contest);
    await author.submit(contest, {});
    const first = await judge.mustClaim();
    await judge.result(first);

    const supervisor = await given.supervisor();
    const reply = await supervisor.post(`/api/admin/solutions/${first.solutionId}/refresh`);
    expect(reply.status).toBe(200);
    expect(await ear.hears('reset solution')).toEqual({ solutionId: first.solutionId });
    await rival.catchesUp();
    expect(rival.heardOfSolutions()).toEqual([]);

    const again = await judge.mustClaim();
    expect(again).toMatchObject({ solutionId: first.solutionId, attempt: 1 });
    expect(await judge.result(first, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
    expect(await judge.result(again, { verdict: 'timeLimit', testNumber: 2 })).toBe(true);
    await ear.hears('verdict updated', ({ verdict }) => verdict?.id === 6);
  });

  test('events are refused without a session, without access and without sense', async () => {
    const { given } = server;
    const contest = await given.contest();
    const anonymous = await openEar(given.anonymous());
    const outsider = await openEar(await given.signedIn(await given.user()));

    const ask = { contestId: contest.id };
    expect(await anonymous.asks('contest.join', ask)).toEqual({ ok: false, code: 'NOT_SIGNED_IN' });
    expect(await outsider.asks('contest.join', ask)).toEqual({ ok: false, code: 'CONTEST_NOT_JOINED' });
    // Signing in again would change nothing: the role lacks, not the session.
    expect(await outsider.asks('console.listenLogs', {})).toEqual({ ok: false, code: 'ROLE_NOT_SUFFICIENT' });
    expect(await outsider.asks('contest.join', { contestId: 999_999 })).toEqual({
      ok: false,
      code: 'CONTEST_NOT_FOUND',
    });
    for (const nonsense of [undefined, null, 'x', 7, [], { contestId: 'x' }, { contestId: { $gt: 0 } }]) {
      expect(await outsider.asks('contest.join', nonsense)).toEqual({ ok: false, code: 'INVALID_INPUT' });
    }
  });

  test('a flood of events is refused, not served', async () => {
    const ear = await openEar(await server.given.signedIn(await server.given.user()));
    const nowMs = performance.now();
    using _clock = vi.spyOn(performance, 'now').mockReturnValue(nowMs); // a slow machine has more than ten seconds
    const replies = await Promise.all(Array.from({ length: 100 }, () => ear.asks('solutions.listen', {})));
    expect(replies.filter(({ code }) => code === 'TOO_MANY_EVENTS').length).toBeGreaterThan(30);
    expect(replies[0]).toEqual({ ok: true });
  });

  test('programs show their token, and clients of the older generation may connect', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const socket: TestSocket = io(server.url, { auth: { token: person.token }, reconnection: false });
    const ear = new TestEar(socket);
    await ear.hears('server started', ({ socketId }) => socketId === socket.id);
    await ear.joins('solutions.listen');
    socket.close();
    const older = await fetch(`${server.url}/socket.io/?EIO=3&transport=polling`);
    expect(older.status).toBe(200);
  });

  test('pages count down by the clock of the database, though that of this process is wrong', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const rightNowMs = Date.now();
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => rightNowMs + 3_600_000);
    const socket: TestSocket = io(server.url, { auth: { token: person.token }, reconnection: false });
    const { nowMs } = await new TestEar(socket).hears('server started').finally(() => wrong.mockRestore());
    socket.close();

    expect(Math.abs(nowMs - rightNowMs)).toBeLessThan(1_800_000);
  });

  test('who comes back with a known session is in the room of the contest again without a query', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    const comeBack = async () => {
      const ear = await openEar(person, contest);
      ear.socket.close();
    };
    await comeBack();

    expect(await countQueries(server.services, comeBack)).toBe(0);
  });

  test('a page of another site cannot connect', async () => {
    const url = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const own = await fetch(url, { headers: { origin: server.url } });
    const foreign = await fetch(url, { headers: { origin: 'https://evil.example' } });
    expect([own.status, foreign.status]).toEqual([200, 403]);
  });

  test('a socket does not outlive its session', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const ear = await openEar(person);
    await ear.joins('solutions.listen');
    await person.post('/api/user/authenticate/logout');
    await expect.poll(() => ear.socket.connected).toBe(false);
  });

  test('a person who lost their rights is let go and comes back without them', async () => {
    const person = await server.given.supervisor();
    const ear = await openEar(person);
    await ear.joins('solutions.listen');
    const { db } = server.services;
    await db.updateTable('account').set({ accessMask: 256 }).where('id', '=', person.user.id).execute();
    await expect.poll(() => ear.socket.connected).toBe(false);
  });
});
