import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { appendContestEvent } from '@balloon/server/features/contests/contest-log.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';

const MINUTE_MS = 60_000;

/** Site with a group whose results are written into the database directly, without a judge. */
export class RatedSite {
  readonly server: TestServer;
  readonly groupId: number;

  constructor(server: TestServer, groupId: number) {
    this.server = server;
    this.groupId = groupId;
  }

  /** Adds a member to the group by name. */
  async member(firstName: string, lastName: string): Promise<Person> {
    const { given, services } = this.server;
    const user = await given.user({ groups: [this.groupId] });
    await services.db.updateTable('account').set({ firstName, lastName }).where('id', '=', user.id).execute();
    return given.signedIn(user);
  }

  /** Adds a five-hour contest of the group that started this many hours ago, with all people from its start. */
  async contest(name: string, startedHoursAgo: number, people: readonly Person[]): Promise<GivenContest> {
    const options = { startsInMin: -60 * startedHoursAgo, durationMin: 300, practiceMin: 60 * 24 * 30 };
    const { given } = this.server;
    const contest = await given.contest({
      ...options,
      name,
      groups: [this.groupId],
      problems: ['A', 'B', 'C'],
    });
    for (const { user } of people) {
      await given.joined(user, contest);
      await this.#log(contest, { type: 'joined', userId: user.id, joinedAtMs: contest.startTimeMs });
    }
    return contest;
  }

  /** Adds a judged solution, sent at a minute of the contest; returns its id. */
  async solution(
    contest: GivenContest,
    { user }: Person,
    minute: number,
    { problem = 0, verdict = 'accepted' }: { problem?: number; verdict?: VerdictKey } = {},
  ): Promise<number> {
    const { db } = this.server.services;
    const { id: languageId } = await db.selectFrom('language').select('id').executeTakeFirstOrThrow();
    const sent = {
      problemId: contest.problemIds[problem] ?? 0,
      sentAtMs: contest.startTimeMs + minute * MINUTE_MS,
      verdictId: VERDICTS[verdict].id,
    };
    const { id } = await db
      .insertInto('solution')
      .values({
        ...sent,
        contestId: contest.id,
        accountId: user.id,
        languageId,
        source: 'print(1)',
        sourceSha256: 'x',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await this.#log(contest, { type: 'solution', solutionId: id, userId: user.id, ...sent });
    return id;
  }

  #log(contest: GivenContest, event: Parameters<typeof appendContestEvent>[2]) {
    return this.server.services.db
      .transaction()
      .execute(async (tx) => appendContestEvent(tx, contest.id, event, await databaseNowMs(tx)));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

export async function openRatedSite(groupName: string): Promise<RatedSite> {
  const server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return new RatedSite(server, await server.given.group(groupName));
}
