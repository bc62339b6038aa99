import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { takeTime } from '@balloon/database/connect.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimNext, isOfMany } from '#features/queue/claim.queries.ts';
import { PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import { liveSending } from '#features/queue/live-sending.ts';
import { startTestJudge, TestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
// Each test finds an empty queue.
afterEach(() => server.services.db.deleteFrom('judging').execute());

async function givenAuthor() {
  const contest = await server.given.contest();
  return { contest, author: await server.given.participant(contest) };
}

describe('the order of claims', () => {
  test('does not let many solutions of one participant delay the others', async () => {
    const { contest, author: flooder } = await givenAuthor();
    for (let sent = 0; sent < 6; sent += 1) await flooder.submit(contest, { solution: `print(${sent})` });
    const other = await server.given.participant(contest);
    await other.submit(contest, { solution: 'mine' });
    const judge = await startTestJudge(server.url);

    const first = await judge.mustClaim();
    const second = await judge.mustClaim();

    expect([first.source, second.source]).toEqual(['print(0)', 'mine']);
  });

  test('lets an author of slow compilations wait behind others', async () => {
    const { contest, author: slow } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await slow.submit(contest, { solution: 'bomb' });
    const judgedBy = { compiler: 'test 1.0', mode: 'full', compileCpuMs: 12_000 };
    await judge.result(await judge.mustClaim(), { verdict: 'compilationError', judgedBy });
    await slow.submit(contest, { solution: 'another bomb' });
    const other = await server.given.participant(contest);
    for (const solution of ['first', 'second']) await other.submit(contest, { solution });

    const claimed = [await judge.mustClaim(), await judge.mustClaim(), await judge.mustClaim()];

    expect(claimed.map(({ source }) => source)).toEqual(['first', 'second', 'another bomb']);
  });

  test('puts rejudging behind everything live', async () => {
    const { contest, author } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, { solution: 'old' });
    const { solutionId } = await judge.mustClaim();
    const supervisor = await server.given.supervisor();
    await supervisor.post(`/api/admin/solutions/${solutionId}/refresh`);
    await author.submit(contest, { solution: 'new' });
    // A solution that was live at the reset stays live; after its verdict a reset is a rejudging.
    await judge.result(await judge.mustClaim());
    await judge.result(await judge.mustClaim());
    await supervisor.post(`/api/admin/solutions/${solutionId}/refresh`);
    const rival = await server.given.participant(contest);
    for (let sent = 0; sent < 3; sent += 1) await rival.submit(contest, { solution: `live ${sent}` });

    const sources: string[] = [];
    for (let claims = 0; claims < 4; claims += 1) sources.push((await judge.mustClaim()).source);
    expect(sources).toEqual(['live 0', 'live 1', 'live 2', 'old']);
  });

  test('gives a judge only languages that it has', async () => {
    const { contest, author } = await givenAuthor();
    const python = new TestJudge(server.url, 'python only');
    await python.hello(['python3']);
    await author.submit(contest, { languageId: LANGUAGES.python3.id, solution: 'py' });
    await python.mustClaim();
    const cpp = new TestJudge(server.url, 'cpp only');
    await cpp.hello(['cpp20']);
    await author.submit(contest, { languageId: LANGUAGES.cpp20.id, solution: 'cpp' });

    expect(await python.claim()).toBeNull();
    expect((await cpp.mustClaim()).source).toBe('cpp');
  });
});

test('a claim takes the first of thousands without a look at the others, whatever the statistics say', async () => {
  const { contest, author } = await givenAuthor();
  const { db } = server.services;
  await author.submit(contest, {});
  await db.transaction().execute(async (tx) => {
    await takeTime(tx);
    await sql`
      with copies as (
        insert into solution (contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256)
        select contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256
        from solution, generate_series(1, 3000)
        returning id, account_id
      )
      insert into judging (solution_id, account_id, system_type, language_key, priority, turn)
      select id, account_id, 'balloon', language_key, ${PRIORITIES.rejudging}, ${REJUDGING_TURNS.bulk}
      from copies, (select language_key from judging limit 1) as queued
    `.execute(tx);
  });
  const judge = await startTestJudge(server.url);
  const claimer = { judgeId: judge.judgeId, languageKeys: Object.keys(LANGUAGES), leaseMs: 60_000 };

  const looked = await db.transaction().execute(async (tx) => {
    const sofar = async () => {
      const { rows } = await sql<{ tuples: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::integer as tuples from pg_stat_xact_user_tables
        where relname in ('judging', 'solution')
      `.execute(tx);
      return rows[0]?.tuples ?? 0;
    };
    const before = await sofar();
    const given: (boolean | null)[] = [];
    for (const takesBulk of [false, false, true, true, false]) {
      const lease = await claimNext(tx, { ...claimer, takes: ['solution'], takesBulk });
      given.push(lease ? isOfMany(lease) : null);
    }
    expect(given).toEqual([false, null, true, true, null]);
    return (await sofar()) - before;
  });

  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(200);
});

test('steps are told of what is judged alone, and not of what is judged again with many others', async () => {
  const { contest, author } = await givenAuthor();
  const judge = await startTestJudge(server.url);
  const supervisor = await server.given.supervisor();
  const { id } = (await author.submit(contest, {})).as(SubmitReply);
  await judge.result(await judge.mustClaim());
  const told: string[] = [];
  const stop = server.services.announcements.on('solution.progress', ({ solutionId, state }) => {
    if (solutionId === id) told.push(state);
  });
  const judgeAgain = async () => {
    const task = await judge.mustClaim();
    expect(await judge.progress(task, 'testing', 1)).toBe(true);
    await judge.result(task);
    await server.services.announcements.caughtUp();
    return told.splice(0);
  };

  await supervisor.post(`/api/admin/solutions/${id}/refresh`);
  expect(await judgeAgain()).toEqual(['compiling', 'testing']);
  await supervisor.post(`/api/admin/contests/${contest.id}/solutions/refresh`);
  expect(await judgeAgain()).toEqual([]);
  stop();
});

describe('a waiting claim', () => {
  test('is woken by a submission', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const waiting = judge.claim(30_000);
    const reply = await author.submit(contest, {});
    expect(await waiting).toMatchObject({ solutionId: reply.json.id });
  });

  test('is woken by a language of its judge, even behind many claims for other languages', async () => {
    const { author, contest } = await givenAuthor();
    const others = new TestJudge(server.url, 'others');
    await others.hello(['rust', 'go']);
    const idle = Array.from({ length: 5 }, () => others.claim(20_000));
    const judge = await startTestJudge(server.url);
    const waiting = judge.claim(30_000);
    await author.submit(contest, { languageId: LANGUAGES.python3.id });
    expect(await waiting).not.toBeNull();
    await server.close(); // ends the others' waiting
    expect(await Promise.all(idle)).toEqual([null, null, null, null, null]);
    server = await startTestServer();
  });

  test('holds no database connection', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const waiting = Array.from({ length: 6 }, () => judge.claim(60_000));
    // There are fewer connections than waiting claims, and another call is answered.
    expect(server.services.options.databaseJudges).toBeLessThan(waiting.length);
    expect(await judge.claim(0)).toBeNull();
    for (let sent = 0; sent < 6; sent += 1) await author.submit(contest, { solution: `print(${sent})` });
    const tasks = await Promise.all(waiting);
    expect(new Set(tasks.map((task) => task?.solutionId)).size).toBe(6);
  });

  test('answers null when its time is over', async () => {
    const judge = await startTestJudge(server.url);
    expect(await judge.claim(50)).toBeNull();
  });

  test('takes no work when its judge has disconnected', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const hangUp = new AbortController();
    const waiting = judge.claim(30_000, hangUp.signal);
    await judge.claim(50);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await author.submit(contest, {});
    expect(await judge.mustClaim()).toMatchObject({ attempt: 1 });
  });
});

describe('a wish for the next work', () => {
  test('is answered in the order of claims, under a lease of its own', async () => {
    const { contest, author } = await givenAuthor();
    for (const solution of ['first', 'second']) await author.submit(contest, { solution });
    const judge = await startTestJudge(server.url);
    const first = await judge.mustClaim();

    const { stored, work, leaseMs } = await judge.resultAndNext(first);

    expect([stored, leaseMs]).toEqual([true, server.services.options.leaseMs]);
    if (work?.kind !== 'solution') throw new Error(`${work?.kind} came instead of the second solution`);
    expect(work.task).toMatchObject({ source: 'second', attempt: 1 });
    expect(work.task.fence).toBeGreaterThan(first.fence);
    expect(await judge.claim()).toBeNull();
    expect(await judge.result(work.task)).toBe(true);
  });

  test('is answered with nothing at once when nothing waits, and not without a wish', async () => {
    const { contest, author } = await givenAuthor();
    for (const solution of ['first', 'second']) await author.submit(contest, { solution });
    const judge = await startTestJudge(server.url);
    const [first, second] = [await judge.mustClaim(), await judge.mustClaim()];

    await judge.result(first);
    expect(await judge.resultAndNext(second)).toMatchObject({ stored: true, work: null });
  });

  test('is answered also when the result came too late', async () => {
    const { contest, author } = await givenAuthor();
    for (const solution of ['first', 'second']) await author.submit(contest, { solution });
    const judge = await startTestJudge(server.url);
    const first = await judge.mustClaim();

    const late = await judge.resultAndNext({ ...first, fence: first.fence - 1 });

    expect(late).toMatchObject({ stored: false, work: { task: { source: 'second' } } });
  });

  test('is granted while the result waits for the log of its contest, and answered with it', async () => {
    const { contest, author } = await givenAuthor();
    for (const solution of ['first', 'second']) await author.submit(contest, { solution });
    const judge = await startTestJudge(server.url);
    const first = await judge.mustClaim();
    const { db } = server.services;
    const leased = () =>
      db.selectFrom('judging').select('solutionId').where('leasedUntilMs', 'is not', null).execute();

    const answering = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('contest').select('id').where('id', '=', contest.id).forNoKeyUpdate().execute();
      const answer = judge.resultAndNext(first);
      await expect.poll(leased).toHaveLength(2);
      return { answer };
    });

    expect(await answering.answer).toMatchObject({ stored: true, work: { task: { source: 'second' } } });
  });

  test('leaves nothing leased where the result cannot be stored', async () => {
    const { contest, author } = await givenAuthor();
    for (const solution of ['first', 'second']) await author.submit(contest, { solution });
    const [judge, other] = [await startTestJudge(server.url), await startTestJudge(server.url, 'other')];
    const first = await judge.mustClaim();
    const { db } = server.services;
    await sql`alter table judgement add constraint full_disk check (false) not valid`.execute(db);
    await using _mended = {
      [Symbol.asyncDispose]: async () =>
        void (await sql`alter table judgement drop constraint full_disk`.execute(db)),
    };

    await expect(judge.resultAndNext(first)).rejects.toThrow();

    expect(await other.mustClaim()).toMatchObject({ source: 'second', attempt: 1 });
  });
});

test('a place need not wait for the verdict of what is judged again with many others while people send', async () => {
  const { contest, author } = await givenAuthor();
  const judge = await startTestJudge(server.url);
  const supervisor = await server.given.supervisor();
  const { id } = (await author.submit(contest, {})).as(SubmitReply);
  const claimAndJudge = async () => {
    const task = await judge.mustClaim();
    expect(task.solutionId).toBe(id);
    expect(await judge.result(task)).toBe(true);
    return task.isStoredLater;
  };
  const many = `/api/admin/contests/${contest.id}/solutions/refresh`;
  using sends = vi.spyOn(liveSending(server.services), 'isLive').mockReturnValue(true);

  expect(await claimAndJudge()).toBeUndefined();
  await supervisor.post(`/api/admin/solutions/${id}/refresh`);
  expect(await claimAndJudge()).toBeUndefined();
  await supervisor.post(many);
  expect(await claimAndJudge()).toBe(true);

  sends.mockReturnValue(false);
  await supervisor.post(many);
  expect(await claimAndJudge()).toBeUndefined();
});
