import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { changedPage } from '@balloon/domain/scoreboard/table-delta.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { announce } from '#realtime/announcements.ts';
import { TestClient } from '#testing/test-client.ts';
import { TestEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;
const STEPS = 60;
/** Longest wait for a window that is behind, since the machine may be busy. */
const CATCH_UP_MS = 60_000;

let servers: [TestServer, TestServer];
beforeAll(async () => {
  const server = await startTestServer();
  servers = [server, await startTestServer({ databaseUrl: server.databaseUrl })];
});
afterAll(async () => {
  await servers[1].close();
  await servers[0].close();
});

type Part = Readonly<{ count: number; offset: number; audience: 'own' | 'public' }>;

/** A window that shows the table as the page does: applies what it is told, and reads it where it missed something. */
class Window {
  readonly #clients: readonly TestClient[];
  readonly #contestId: number;
  readonly #part: Part;
  #close = () => {};
  #told: string | null = null;
  #isReading = false;
  #isOwnRowOld = false;
  shown: ScoreboardPage | null = null;

  constructor({ cookie }: Person, { id }: GivenContest, part: Part) {
    this.#clients = servers.map(({ url }) => new TestClient(url, cookie.split('=')[1] ?? '', []));
    this.#contestId = id;
    this.#part = part;
  }

  async fresh(process: 0 | 1): Promise<ScoreboardPage> {
    const { count, offset, audience } = this.#part;
    const query = `count=${count}&offset=${offset}&audience=${audience}`;
    for (;;) {
      const reply = await this.#clients[process]?.get(`/api/contest/${this.#contestId}/table2?${query}`);
      // A busy machine refuses what would wait for long, and pages ask again.
      if (reply?.status !== 503) return ScoreboardPage.parse(reply?.json);
      await pause(500);
    }
  }

  /** Connects to a process, as after a lost connection. */
  async connect(process: 0 | 1): Promise<void> {
    this.#close();
    const ear = new TestEar(await (this.#clients[process] as TestClient).socket());
    this.#close = () => void ear.socket.close();
    ear.socket.on('table rows', ({ table: _, ...change }) => {
      this.#told = change.to;
      const { offset } = this.#part;
      const next = this.shown && changedPage<Row, ScoreboardPage>(this.shown, change, offset);
      if (next) this.shown = next;
      void this.#catchUp(process);
    });
    ear.socket.on('table own row', ({ ownRow }) => {
      this.#isOwnRowOld ||= this.#isReading;
      if (this.shown) this.shown = { ...this.shown, ownRow };
    });
    const contestId = this.#contestId;
    await ear.joins('contest.join', { contestId, tableUpdates: false });
    await ear.joins('table.watch', { contestId, ...this.#part, scope: 'practice' });
    this.shown = await this.fresh(process);
    void this.#catchUp(process);
  }

  async #catchUp(process: 0 | 1): Promise<void> {
    const isBehind = () => this.#told !== null && this.shown?.actualTableHash.hash !== this.#told;
    if (this.#isReading) return;
    this.#isReading = true;
    while (isBehind() || this.#isOwnRowOld) {
      this.#isOwnRowOld = false;
      await pause(50);
      this.shown = await this.fresh(process);
    }
    this.#isReading = false;
  }
}

type Row = ScoreboardPage['rows'][number];

/** Numbers from 0 to 1 that are the same in each run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

/** Everything of a page that changes are told of, which is all but the columns. */
function toldOf(page: ScoreboardPage | null) {
  const { header: _, ...told } = page ?? { header: [] };
  return told;
}

test('whatever happens, and whoever connects anew meanwhile, open tables end as fresh ones', async () => {
  const [{ given, services }] = servers;
  const { db } = services;
  const random = dice(7);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const group = await given.group();
  const times = { startsInMin: -200, freezeInMin: -20 };
  const contest = await given.contest({ ...times, problems: ['A', 'B', 'C'], groups: [group] });
  const people: Person[] = [];
  for (let n = 0; n < 8; n += 1) people.push(await given.participant(contest, { groups: [group] }));
  const parts: Part[] = [
    { count: 5, offset: 0, audience: 'own' },
    { count: 3, offset: 3, audience: 'own' },
    { count: 50, offset: 0, audience: 'public' },
  ];
  const viewers = [...people.slice(0, 5), await given.supervisor({ groups: [group] })];
  const windows = viewers.map((viewer, n) => new Window(viewer, contest, parts[n % 3] as Part));
  for (const window of windows) await window.connect(pick([0, 1]));

  /** Changes an account that shows no window, as operations on people do. */
  const account = (of: Person, change: { firstName?: string; isBanned?: boolean; accessMask?: number }) =>
    db.transaction().execute(async (tx) => {
      const { id } = of.user;
      await tx.updateTable('account').where('id', '=', id).set(change).execute();
      await announce(tx, 'people.changed', { ids: [id] });
      await appendContestEvent(tx, contest.id, { type: 'changed' }, await databaseNowMs(tx));
    });
  const sent: Awaited<ReturnType<typeof given.attempted>>[] = [];
  const verdict = () => pick<VerdictKey | null>(['accepted', 'wrongAnswer', 'compilationError', null]);
  const minute = () => pick([5, 50, 100, 179, 180, 190, 199]);
  const attempt = async () =>
    sent.push(await given.attempted(contest, pick(people), minute(), verdict(), pick([0, 1, 2])));
  const steps = [
    attempt,
    attempt,
    async () => {
      const [former, key] = [sent.at(-1), verdict()];
      if (former) await given.logged(contest, { ...former, verdictId: key && VERDICTS[key].id });
    },
    async () => {
      const former = sent.pop();
      if (former) await given.logged(contest, { type: 'deleted', solutionId: former.solutionId });
    },
    () => account(pick(people), { firstName: pick(['Ada', 'Bob', 'Çelik', 'Даша']) }),
    () => account(pick(people.slice(5)), { isBanned: pick([true, false]) }),
    () =>
      account(pick(people.slice(5)), {
        accessMask: ACCESS_GROUPS[pick(['user', 'moderator'] as const)].mask,
      }),
    async () => {
      const relativeFreezeTimeMs = pick([100, 180, 300]) * MINUTE_MS;
      await db.updateTable('contest').set({ relativeFreezeTimeMs }).where('id', '=', contest.id).execute();
      await announce(db, 'contest.changed', { contestId: contest.id });
    },
    () =>
      given.logged(contest, {
        ...{ type: 'extraTime', userId: pick(people).user.id },
        extraTimeMs: pick([0, 10, 30]) * MINUTE_MS,
      }),
    async () => {
      const person = pick(people);
      await db.deleteFrom('ratingChange').where('accountId', '=', person.user.id).execute();
      await given.rating(group, contest, person, 1500 + Math.floor(random() * 500));
      await announce(db, 'ratings.changed', {});
    },
    () => pick(windows).connect(pick([0, 1])),
    () => pick(windows).connect(pick([0, 1])),
    () => pause(200),
  ];
  for (let n = 0; n < STEPS; n += 1) await pick(steps)();

  for (const window of windows) {
    // Either process may hear of the last change of a name or a rating after the other.
    for (const process of [0, 1] as const) {
      const isSame = async () => isDeepStrictEqual(toldOf(await window.fresh(process)), toldOf(window.shown));
      await expect.poll(isSame, { timeout: CATCH_UP_MS }).toBe(true);
    }
  }
});
