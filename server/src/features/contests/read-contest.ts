import type { CanJoin } from '@balloon/contracts/contests.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS, SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { contestPart } from '@balloon/domain/contests/contest-part.ts';
import { anyActingUser, asTeam, isMember } from '#features/contests/acting/acting.ts';
import { enterContest, openContest, ownWindow, visitContest } from '#features/contests/contest-access.ts';
import { contestView } from '#features/contests/contest-view.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import { supervises } from '#features/contests/supervision.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns a contest to a person who may open it, joined or not.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED
 */
export async function readContest(services: Services, caller: User, contestId: number) {
  const user = await whoOpens(services, caller, contestId);
  const { ownExtraTimeMs, ownStartShiftMs, nowMs, join, ...visited } = await openContest(
    ...([services, user, contestId] as const),
  );
  const own = { ownExtraTimeMs, ownStartShiftMs, ...ownWindow(user, visited.ownStartedAtMs) };
  const sheet = await services.heads.sheet(services.db, contestId);
  if (!sheet) throw entryError('CONTEST_NOT_FOUND', contestId); // removed since
  const view = contestView({ ...sheet, ...own, joined: join.joined }, nowMs);
  const { id, person } = user;
  return { contest: { ...view, ...(person && { ownTeam: { id, name: person.teamName } }) } };
}

/**
 * Whether the person may enter, and whether they have; and whether they have to choose as whom, since several teams of
 * theirs take part, or a team of theirs may join.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function askToJoin(services: Services, person: User, contestId: number): Promise<CanJoin> {
  const { db, heads } = services;
  const choices = isMember(person) ? await heads.parts.read(db, contestId, person) : undefined;
  if (!choices) {
    const { contest, join } = await visitContest(services, person, contestId);
    return withRules(join, contest);
  }
  const acting = await whoOpens(services, anyActingUser(person, choices), contestId);
  const { contest, join } = await visitContest(services, acting, contestId);
  const isUndecided = contestPart(choices) === 'undecided';
  const mayJoinAsTeam =
    !join.joined && contest.membersAct && (await findOpening(services, person, contestId));
  return isUndecided || mayJoinAsTeam
    ? { ...withRules(join, contest), chooses: true }
    : withRules(join, contest);
}

/** Adds what joining brings with it, for whoever decides on it. */
function withRules(join: CanJoin, rules: { confines: boolean; bindsDevices: boolean }): CanJoin {
  if (!join.can || join.joined) return join;
  return {
    ...join,
    ...(rules.confines && { confines: true }),
    ...(rules.bindsDevices && { bindsDevices: true }),
  };
}

/** The caller, or a team of theirs where only that may open the contest: its page offers to join as the team. */
async function whoOpens(services: Services, caller: User, contestId: number): Promise<User> {
  const { contest, join } = await visitContest(services, caller, contestId);
  if (join.can || !contest.membersAct || !isMember(caller)) return caller;
  return (await findOpening(services, caller, contestId)) ?? caller;
}

/** The first team of a person that may open a contest, or null for none. */
async function findOpening(services: Services, person: User, contestId: number): Promise<User | null> {
  for (const { id } of person.teams ?? []) {
    const team = asTeam(person, id);
    if (team && (await visitContest(services, team, contestId)).join.can) return team;
  }
  return null;
}

/** Lists the participants by name. Moderators are named to supervisors only, as in the scoreboard; admins to nobody. */
export async function listParticipants(
  services: Services,
  user: User,
  contestId: number,
): Promise<PublicUser[]> {
  const { contest } = await enterContest(services, user, contestId);
  const unnamed = supervises(user, contest) ? [ACCESS_GROUPS.admin.mask] : SUPERVISOR_MASKS;
  const accounts = await services.db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(PUBLIC_USER_COLUMNS)
    .where('contestParticipant.contestId', '=', contestId)
    .where('account.accessMask', 'not in', unnamed)
    .orderBy('account.lastName')
    .orderBy('account.firstName')
    .orderBy('account.id')
    .execute();
  return accounts.map(publicUser);
}
