import type {
  AdjustPeople,
  PeopleAdjusted,
  PersonAdjustment,
} from '@balloon/contracts/contests/contest-control.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { wrongField } from '#features/contest-admin/contest-settings.ts';
import { lockSettings } from '#features/contest-admin/save-contest.ts';
import { appendContestEvents } from '#features/contests/contest-log.ts';
import { raiseRevision } from '#features/contests/contest-revision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

const MINUTE_MS = 60_000;

interface AdjustedPerson extends PersonAdjustment {
  userId: number;
  username: string;
}

/**
 * Decides about participants: out of competition, disqualified, minutes of penalty, a later start. The table follows, also
 * in the past. Those of a group are its members who take part now.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PARTICIPANT_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE
 * @throws {InvalidInputError} INVALID_INPUT without a reason where one is needed
 */
export function adjustPeople(
  { db, log }: Services,
  user: User,
  contestId: number,
  wanted: AdjustPeople,
): Promise<PeopleAdjusted> {
  return db.transaction().execute(async (tx) => {
    const { settings, revision } = await lockSettings(tx, user, contestId);
    await expectVersion(tx, {
      ...{ kind: 'contest', id: contestId, stored: revision },
      read: wanted.basedOnRevision,
    });
    const before = await findAdjusted(tx, contestId, wanted);
    const after = before.map((person) => ({ ...person, ...changeOf(wanted, person.userId) }));
    const changed = after.filter((person, index) => !isSame(person, before[index]));
    if (changed.length === 0) return { revision, before: [] };
    changed.forEach(expectReason);

    for (const person of changed) await store(tx, contestId, person);
    const undo = before.filter(({ userId }) => changed.some((person) => person.userId === userId));
    const version = await raiseRevision(tx, contestId);
    await recordChange(tx, user, {
      action: 'contest.adjust',
      ...{ subjectId: contestId, subjectName: settings.name, contestId, version },
      before: { people: undo.map(withoutId) },
      after: { people: changed.map(withoutId) },
    });
    await appendContestEvents(tx, contestId, changed.map(eventOf), await databaseNowMs(tx));
    await announce(tx, 'contest.changed', { contestId });
    log.info({ contestId, supervisorId: user.id, people: changed.length }, 'participants were adjusted');
    return { revision: version, before: undo.map(({ username: _, ...person }) => person) };
  });
}

const withoutId = ({ userId: _, ...person }: AdjustedPerson) => person;

function changeOf(wanted: AdjustPeople, userId: number): Partial<PersonAdjustment> {
  const given = 'people' in wanted ? wanted.people.find((one) => one.userId === userId) : wanted.adjustment;
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined));
}

function isSame(one: AdjustedPerson, other: AdjustedPerson | undefined): boolean {
  return (
    one.isOfficial === other?.isOfficial &&
    one.isDisqualified === other.isDisqualified &&
    one.penaltyMin === other.penaltyMin &&
    one.startShiftMin === other.startShiftMin &&
    one.isFromAnywhere === other.isFromAnywhere &&
    one.reason === other.reason
  );
}

function expectReason({ isDisqualified, penaltyMin, reason }: AdjustedPerson): void {
  if (reason !== '' || (!isDisqualified && penaltyMin === 0)) return;
  throw wrongField({ field: 'reason', kind: 'required' }, 'say why, for the jury');
}

const eventOf = ({ userId, isOfficial, isDisqualified, penaltyMin, startShiftMin }: AdjustedPerson) => ({
  ...{ type: 'adjusted' as const, userId },
  adjustment: { isOfficial, isDisqualified, penaltyMin, startShiftMs: startShiftMin * MINUTE_MS },
});

/** What was decided until now about the participants who are meant; nobody else can be adjusted. */
async function findAdjusted(tx: Tx, contestId: number, wanted: AdjustPeople): Promise<AdjustedPerson[]> {
  const ids = 'people' in wanted ? [...new Set(wanted.people.map(({ userId }) => userId))] : null;
  const isMeant =
    ids === null
      ? sql<boolean>`exists (
          select from user_group_member
          where account_id = account.id and group_id = ${'groupId' in wanted ? wanted.groupId : null}
        )`
      : sql<boolean>`account.id = any(${ids}::integer[])`;
  const found = await tx
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(['account.id as userId', 'account.username', 'isOfficial', 'isDisqualified'])
    .select(['penaltyAdjustmentMin as penaltyMin', 'adjustmentReason as reason'])
    .select('fromAnywhere as isFromAnywhere')
    .select(sql<number>`start_shift_ms / ${MINUTE_MS}::bigint`.as('startShiftMin'))
    .where('contestParticipant.contestId', '=', contestId)
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .where(isMeant)
    .orderBy('account.id')
    .execute();
  const missing = ids?.find((id) => !found.some(({ userId }) => userId === id));
  if (missing === undefined) return found;
  throw new NotFoundError('PARTICIPANT_NOT_FOUND', `User ${missing} does not take part in this contest`);
}

async function store(tx: Tx, contestId: number, person: AdjustedPerson): Promise<void> {
  const { userId, isOfficial, isDisqualified, penaltyMin, startShiftMin, isFromAnywhere, reason } = person;
  await tx
    .updateTable('contestParticipant')
    .set({ isOfficial, isDisqualified, penaltyAdjustmentMin: penaltyMin, adjustmentReason: reason })
    .set({ startShiftMs: startShiftMin * MINUTE_MS, fromAnywhere: isFromAnywhere })
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .execute();
}
