import type { OwnParts } from '@balloon/contracts/contests.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { contestPart } from '@balloon/domain/contests/contest-part.ts';
import { isFloating, isMainTime, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { ConflictError } from '#errors.ts';
import { asTeam, isMember, notYours } from '#features/contests/acting/acting.ts';
import { findPartChoices } from '#features/contests/acting/known-parts.ts';
import { openContest, type VisitedContest, visitContest } from '#features/contests/contest-access.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import type { Services, User } from '#services.ts';

/**
 * The part that a person takes in a contest, and those that they may take: as themselves, and as teams that take part or may
 * join.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function readOwnParts({ db }: Services, user: User, contestId: number): Promise<OwnParts> {
  return ownParts(db, user, contestId);
}

/**
 * Takes part as a team from now on, or as oneself; joins the contest where that participant has not yet. Who has sent
 * something as one participant, or started a floating contest, stays it while the main time runs: nobody tries out as one
 * what they send as another.
 *
 * @param teamId null for oneself
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} PART_NOT_YOURS for a team of others, or where members do not act; as `openContest`
 * @throws {ConflictError} PART_HOLDS
 */
export async function choosePart(
  { db, log }: Services,
  user: User,
  { contestId, teamId }: { contestId: number; teamId: number | null },
): Promise<OwnParts> {
  // Before the lock, for which senders wait: who has no choice holds nobody up.
  const { contest } = await visitContest({ db }, user, contestId);
  const participant = teamId === null ? user : asTeam(user, teamId);
  if (!participant || !isMember(user) || (teamId !== null && !contest.membersAct)) throw notYours();
  return db.transaction().execute(async (tx) => {
    // Choices of a person come one after the other, and after what they sent or started before.
    await lockContestLog(tx, contestId);
    const current = await ownParts(tx, user, contestId);
    if (current.isHeld && current.teamId !== teamId) throw partHolds();
    const { join } = await openContest({ db: tx }, participant, contestId);
    if (!join.joined && (await addParticipant(tx, contestId, participant.id))) {
      log.info({ contestId, userId: participant.id, byId: user.id }, 'a member joined a contest');
    }
    const chosenAtMs = await databaseNowMs(tx);
    await tx
      .insertInto('contestPart')
      .values({ contestId, accountId: user.id, teamId, chosenAtMs })
      .onConflict((conflict) =>
        conflict.columns(['contestId', 'accountId']).doUpdateSet({ teamId, chosenAtMs }),
      )
      .execute();
    return ownParts(tx, user, contestId);
  });
}

async function ownParts(db: Db, user: User, contestId: number): Promise<OwnParts> {
  const own = await visitContest({ db }, user, contestId);
  const choices = await findPartChoices(db, contestId, user);
  const teams = own.contest.membersAct && isMember(user) ? await visitAsTeams(db, user, contestId) : [];
  const part = choices ? contestPart(choices) : null;
  const visited = typeof part === 'number' ? teams.find(({ id }) => id === part)?.visited : own;
  return {
    teams: teams
      .filter(({ visited: { join } }) => join.joined || join.can)
      .map(({ visited: { join }, ...team }) => ({ ...team, isJoined: join.joined })),
    isJoined: own.join.joined,
    mayJoin: own.join.can && !own.join.joined,
    teamId: part === 'undecided' ? null : part,
    isDecided: part !== 'undecided',
    isHeld: part !== 'undecided' && (await isHeld(db, user, part, visited)),
  };
}

/** The contest as each team of a person finds it. */
async function visitAsTeams(db: Db, user: User, contestId: number) {
  const found = [];
  for (const { id, name, username } of user.teams ?? []) {
    const team = asTeam(user, id);
    if (team) found.push({ id, name, username, visited: await visitContest({ db }, team, contestId) });
  }
  return found;
}

/**
 * Whether the person has sent something as this participant, whose main time runs by its own clock. In a floating contest
 * the start holds, until the period is over: who has seen the problems in one window begins no other one.
 */
async function isHeld(db: Db, user: User, teamId: number | null, visited: VisitedContest | undefined) {
  if (!visited) return false;
  const { contest, ownStartedAtMs = null, nowMs } = visited;
  if (isFloating(contest)) return ownStartedAtMs !== null && nowMs <= lastEndTimeMs(contest);
  if (!isMainTime(visited.status)) return false;
  const sent = await db
    .selectFrom('solution')
    .select('id')
    .where('contestId', '=', visited.contest.id)
    .where('accountId', '=', teamId ?? user.id)
    .where('sentById', teamId === null ? 'is' : '=', teamId === null ? null : user.id)
    .where('duplicatedFromId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

const partHolds = () =>
  new ConflictError(
    'PART_HOLDS',
    'You have sent solutions, or started, already: until the main time is over you go on as that participant',
  );
