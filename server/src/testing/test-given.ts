import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { hash } from '@node-rs/argon2';
import { addParticipant } from '#features/contests/join-contest.ts';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { startSession } from '#features/session/sign-in.ts';
import { createGivenLog } from '#testing/given-log.ts';
import { type Reply, TestClient, type TestSocket } from '#testing/test-client.ts';

const MINUTE_MS = 60_000;
/** Cheap costs of hashing: strength does not matter here, time does. */
const CHEAP_HASH = { memoryCost: 64, timeCost: 1 };

export interface GivenUser {
  id: number;
  username: string;
  password: string;
  accessMask: number;
}

export interface GivenContest {
  id: number;
  name: string;
  startTimeMs: number;
  /** In the order of their letters. */
  problemIds: number[];
}

/** A signed-in person. */
export class Person extends TestClient {
  readonly user: GivenUser;

  constructor(url: string, token: string, sockets: TestSocket[], user: GivenUser) {
    super(url, token, sockets);
    this.user = user;
  }

  /** Gives a solution a verdict by hand, with this person's password. */
  decide(solutionId: number, verdictId: number): Promise<Reply> {
    const { password } = this.user;
    return this.post(`/api/admin/solutions/${solutionId}/verdict`, { verdictId, password });
  }

  /** Makes an account a team whose members are these people and nobody else; only admins may. */
  async linkMembers(team: { id: number }, name: string, people: readonly Person[]): Promise<void> {
    const members = people.map(({ user: { username } }) => ({ name: username, username }));
    const { status, text } = await this.post(`/api/admin/users/${team.id}/team`, { name, members });
    if (status !== 200) throw new Error(`The team was not stored: ${status} ${text}`);
  }
}

export interface ContestOptions {
  name?: string;
  /** Minutes from now; negative = started already. Default -60. */
  startsInMin?: number;
  /** Default 300. */
  durationMin?: number;
  /** Minutes from now to the freeze. Default: no freeze. */
  freezeInMin?: number;
  /** Default 0: no practice. */
  practiceMin?: number;
  /** Letters, or ids of problems that exist. Default one problem, A. */
  problems?: readonly (string | number)[];
  /** Ids of groups; default open to everybody. */
  groups?: readonly number[];
  isEnabled?: boolean;
  isSuspended?: boolean;
}

/** Number of names given so far: all in this process, since servers may share a database. */
let namesGiven = 0;

/** Returns a name that sorts by its age and that no search for letters or for a short number finds by accident. */
function nextName(prefix: string): string {
  namesGiven += 1;
  return `${prefix}-${String(namesGiven).padStart(6, '0')}`;
}

/** Creates initial data of tests directly in the database. */
export function createGiven(db: Db, url: string, sockets: TestSocket[]) {
  async function user(
    options: { username?: string; email?: string; mask?: number; groups?: readonly number[] } = {},
  ): Promise<GivenUser> {
    const username = options.username ?? nextName('user');
    const accessMask = options.mask ?? ACCESS_GROUPS.user.mask;
    const password = `password of ${username}`;
    const { id } = await db
      .insertInto('account')
      .values({
        username,
        passwordHash: await hash(password, CHEAP_HASH),
        firstName: 'First',
        lastName: username,
        email: options.email ?? null,
        accessMask,
        registeredAtMs: await databaseNowMs(db),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const groupId of options.groups ?? []) {
      await db.insertInto('userGroupMember').values({ groupId, accountId: id, isEntrusted: true }).execute();
    }
    return { id, username, password, accessMask };
  }

  /** A user's browser, signed in. */
  async function signedIn(person: GivenUser): Promise<Person> {
    const { id: accountId, accessMask } = person;
    const token = await startSession(db, { accountId, accessMask, ip: null, userAgent: 'test' });
    return new Person(url, token ?? '', sockets, person);
  }

  async function group(name = nextName('group')): Promise<number> {
    const { id } = await db
      .insertInto('userGroup')
      .values({ name, authorId: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** A problem of our judge: read two numbers, print the sum; two tests, the first is a sample. */
  async function problem(title = nextName('problem')): Promise<number> {
    return db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('problem')
        .values({ title, htmlStatement: `<p>Statement of ${title}</p>` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await storeTestset(tx, id, {
        timeLimitMs: 1000,
        memoryLimitKb: 262_144,
        checker: { kind: 'tokens' },
        tests: SUMS.map(([input, answer], index) => ({
          input: Buffer.from(input),
          answer: Buffer.from(answer),
          isSample: index === 0,
        })),
      });
      return id;
    });
  }

  async function contest(options: ContestOptions = {}): Promise<GivenContest> {
    const nowMs = await databaseNowMs(db);
    const { startsInMin = -60, durationMin = 300, freezeInMin = startsInMin + durationMin } = options;
    const startTimeMs = nowMs + startsInMin * MINUTE_MS;
    const name = options.name ?? nextName('contest');
    const { id } = await db
      .insertInto('contest')
      .values({
        name,
        startTimeMs,
        durationTimeMs: durationMin * MINUTE_MS,
        relativeFreezeTimeMs: (freezeInMin - startsInMin) * MINUTE_MS,
        practiceDurationTimeMs: (options.practiceMin ?? 0) * MINUTE_MS,
        authorId: null,
        isEnabled: options.isEnabled ?? true,
        isSuspended: options.isSuspended ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [position, groupId] of (options.groups ?? []).entries()) {
      await db.insertInto('contestGroup').values({ contestId: id, groupId, position }).execute();
    }
    const problemIds: number[] = [];
    for (const [position, wanted] of (options.problems ?? ['A']).entries()) {
      const problemId = typeof wanted === 'number' ? wanted : await problem(`Problem ${wanted}`);
      await db.insertInto('contestProblem').values({ contestId: id, problemId, position }).execute();
      problemIds.push(problemId);
    }
    return { id, name, startTimeMs, problemIds };
  }

  /** Puts a user into a contest, whether it admits people now or not. */
  function joined(person: { id: number }, to: { id: number }): Promise<boolean> {
    return db.transaction().execute((tx) => addParticipant(tx, to.id, person.id));
  }

  /** Stores somebody's present rating in a group, as a computation would. */
  async function rating(groupId: number, contest: { id: number }, { user }: Person, ratingAfter: number) {
    const result = { realRank: 1, expectedRank: 1, penaltyMin: 0, ratingBefore: 1500, performance: 1500 };
    const change = { groupId, contestId: contest.id, accountId: user.id, ratingAfter, isCurrent: true };
    await db
      .insertInto('ratingChange')
      .values({ ...change, ...result })
      .execute();
  }

  return {
    ...createGivenLog(db),
    user,
    signedIn,
    rating,
    group,
    problem,
    contest,
    joined,
    anonymous: () => new TestClient(url, null, sockets),
    /** A new user's browser, signed in, and in the contest. */
    async participant(in_: { id: number }, options: Parameters<typeof user>[0] = {}): Promise<Person> {
      const person = await user(options);
      await joined(person, in_);
      return signedIn(person);
    },
    /** A moderator's browser, signed in. */
    supervisor: async (options: { groups?: readonly number[] } = {}) =>
      signedIn(await user({ ...options, mask: ACCESS_GROUPS.moderator.mask })),
    admin: async () => signedIn(await user({ mask: ACCESS_GROUPS.admin.mask })),
  };
}
export type Given = ReturnType<typeof createGiven>;

const SUMS = [
  ['1 2\n', '3\n'],
  ['-5 5\n', '0\n'],
] as const;
