import {
  type ImportedRow,
  type ImportUsersOptions,
  type ImportUsersReport,
  MAX_IMPORTED_USERS,
} from '@balloon/contracts/people/user-import.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { type Tx, takeTime } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { ConflictError, InvalidInputError, TooLargeError } from '#errors.ts';
import { storePassword } from '#features/account/choose-password.ts';
import { voidAllKeys } from '#features/account/mailed-keys.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { entrustMembers } from '#features/groups/groups.queries.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { lockPeople } from '#features/user-admin/managed-user.ts';
import { expectOwnGroups, withFreeNames } from '#features/user-admin/new-account.ts';
import { decodeText } from '#features/user-import/decode-text.ts';
import { maskOf, type PlannedRow, planImport } from '#features/user-import/plan-import.ts';
import { readPersonRow } from '#features/user-import/read-person-row.ts';
import { readTable } from '#features/user-import/read-table.ts';
import type { Services, User } from '#services.ts';

/** Largest number of rows with errors in the `restParams` of an error. */
const LISTED_ERRORS = 100;

/**
 * Creates people from a spreadsheet's CSV, all of them or none; a dry run returns what would happen. The people join
 * the given groups.
 *
 * @throws {InvalidInputError} CSV_NOT_TEXT, CSV_BROKEN, CSV_EMPTY, CSV_HAS_ERRORS with the rows,
 *   GROUP_NOT_FOUND, GROUPS_REQUIRED
 * @throws {TooLargeError} CSV_TOO_LARGE
 * @throws {ConflictError} CHANGED_MEANWHILE, USERNAME_TAKEN, EMAIL_TAKEN when others register at this very moment
 */
export async function importUsers(
  services: Services,
  author: User,
  { content, ...options }: ImportUsersOptions & { content: Buffer },
): Promise<ImportUsersReport> {
  const { db } = services;
  const groupIds = [...new Set(options.groupIds)];
  await expectOwnGroups(db, author, groupIds);
  const { text, encoding } = decodeText(content, options.encoding);
  const separator = options.separator === 'tab' ? '\t' : options.separator;
  const table = readTable(text, separator);
  if (table.rows.length > MAX_IMPORTED_USERS) {
    throw new TooLargeError('CSV_TOO_LARGE', `A file may have ${MAX_IMPORTED_USERS} rows: split it`);
  }
  const people = table.rows.map((row) => readPersonRow(row, table.columns));
  const plan = await planImport(db, author, people, options);
  const about = {
    ...{ encoding, separator: table.separator, columns: [...table.columns] },
    ignoredColumns: [...table.ignoredColumns],
    unknownHeading: table.unknownHeading && [...table.unknownHeading],
  };
  if (options.dryRun === true)
    return reportOf(
      true,
      about,
      plan.map((row) => ({ ...row, password: null })),
    );
  expectNoErrors(plan);

  const passwords = await makePasswords(plan, options.passwords);
  const rows = await withFreeNames(() =>
    db.transaction().execute(async (tx) => {
      await takeTime(tx);
      const updated = plan.filter(isUpdated).flatMap(({ userId }) => userId ?? []);
      await lockPeople(tx, updated);
      const now = await planImport(tx, author, people, options);
      if (!isSamePlan(plan, now)) {
        throw new ConflictError('CHANGED_MEANWHILE', 'Somebody else created people meanwhile: try again');
      }
      const stored = await storeRows(tx, author, plan, passwords, groupIds);
      const { counts } = reportOf(false, about, stored);
      await recordChange(tx, author, {
        ...{ action: 'user.import', subjectId: null },
        after: { counts, groupIds, usernames: stored.filter(isWritten).map(({ username }) => username) },
      });
      await announcePeople(
        tx,
        stored.flatMap(({ userId }) => userId ?? []),
      );
      return stored;
    }),
  );
  return reportOf(false, about, rows);
}

const isWritten = ({ fate }: { fate: ImportedRow['fate'] }) => fate !== 'skip' && fate !== 'error';
const isUpdated = ({ fate }: { fate: ImportedRow['fate'] }) => fate === 'update';
const isNew = ({ fate }: { fate: ImportedRow['fate'] }) => fate === 'create' || fate === 'rename';

function reportOf(
  dryRun: boolean,
  about: Pick<ImportUsersReport, 'encoding' | 'separator' | 'columns' | 'ignoredColumns' | 'unknownHeading'>,
  rows: ImportedRow[],
): ImportUsersReport {
  const counts = { create: 0, rename: 0, update: 0, skip: 0, error: 0 };
  for (const { fate } of rows) counts[fate] += 1;
  return { dryRun, ...about, rows, counts };
}

/** @throws {InvalidInputError} CSV_HAS_ERRORS: `restParams.rows` lists lines with their errors */
function expectNoErrors(plan: readonly PlannedRow[]): void {
  const wrong = plan.filter(({ fate }) => fate === 'error');
  if (wrong.length === 0) return;
  const texts = wrong.slice(0, 3).map(({ line, errors }) => `line ${line}: ${errors[0]?.text}`);
  throw new InvalidInputError(
    'CSV_HAS_ERRORS',
    `${wrong.length} rows have errors, so nobody was added (${texts.join('; ')})`,
    [],
    { restParams: { rows: wrong.slice(0, LISTED_ERRORS).map(({ line, errors }) => ({ line, errors })) } },
  );
}

interface Password {
  text: string;
  hash: string;
}

/** Passwords by line, for the rows that get one: the row's own, the username, or a generated one. */
async function makePasswords(
  plan: readonly PlannedRow[],
  missing: ImportUsersOptions['passwords'],
): Promise<Map<number, Password>> {
  const needing = plan.filter((row) => isNew(row) || (row.fate === 'update' && row.password !== ''));
  const made = needing.map(async (row): Promise<[number, Password]> => {
    // The username must not become the password of an admin.
    const fallback = missing === 'username' && !row.isAdmin ? row.username : generatedPassword();
    const text = row.password || fallback;
    return [row.line, { text, hash: await hashPassword(text) }];
  });
  return new Map(await Promise.all(made));
}

function isSamePlan(plan: readonly PlannedRow[], now: readonly PlannedRow[]): boolean {
  const essence = (rows: readonly PlannedRow[]) =>
    JSON.stringify(rows.map(({ fate, username, userId }) => [fate, username, userId]));
  return essence(plan) === essence(now);
}

async function storeRows(
  tx: Tx,
  author: User,
  plan: readonly PlannedRow[],
  passwords: ReadonlyMap<number, Password>,
  groupIds: readonly number[],
): Promise<ImportedRow[]> {
  const created = await insertAccounts(tx, plan.filter(isNew), passwords);
  for (const row of plan)
    if (row.fate === 'update') await updateAccount(tx, author, row, passwords.get(row.line));
  const rows = plan.map((row) => ({
    ...row,
    userId: created.get(row.username) ?? row.userId,
    password: passwords.get(row.line)?.text ?? null,
  }));
  await addToGroups(tx, groupIds, rows.filter(isNew), true);
  const updated = rows.filter(isUpdated);
  await addToGroups(tx, groupIds, updated, isAdmin(author.accessMask));
  if (isAdmin(author.accessMask)) {
    const ids = updated.flatMap(({ userId }) => userId ?? []);
    await entrustMembers(tx, groupIds, ids);
  }
  return rows;
}

/** @param isEntrusted whether moderators of the groups may take care of the accounts */
async function addToGroups(
  tx: Tx,
  groupIds: readonly number[],
  rows: readonly ImportedRow[],
  isEntrusted: boolean,
): Promise<void> {
  const memberIds = rows.map(({ userId }) => userId);
  await sql`
    insert into user_group_member (group_id, account_id, is_entrusted)
    select group_id, account_id, ${isEntrusted}
    from unnest(${[...groupIds]}::integer[]) as one (group_id), unnest(${memberIds}::integer[]) as other (account_id)
    on conflict do nothing
  `.execute(tx);
}

/** @returns ids by username */
async function insertAccounts(
  tx: Tx,
  rows: readonly PlannedRow[],
  passwords: ReadonlyMap<number, Password>,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const registeredAtMs = await databaseNowMs(tx);
  const inserted = await tx
    .insertInto('account')
    .values(
      rows.map((row) => ({
        username: row.username,
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        accessMask: maskOf(row),
        passwordHash: passwords.get(row.line)?.hash ?? null,
        registeredAtMs,
      })),
    )
    .returning(['id', 'username'])
    .execute();
  return new Map(inserted.map(({ id, username }) => [username, id]));
}

/** Changes what the row names; empty fields stay, and so does the role. */
async function updateAccount(tx: Tx, author: User, row: PlannedRow, password: Password | undefined) {
  const { firstName, lastName, email, username } = row;
  const userId = row.userId ?? 0;
  const fields = {
    ...(firstName !== '' && { firstName }),
    ...(lastName !== '' && { lastName }),
    ...(email !== null && { email }),
  };
  const before = await tx
    .selectFrom('account')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { version } = await tx
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1), ...fields }))
    .where('id', '=', userId)
    .returning('version')
    .executeTakeFirstOrThrow();
  if (email !== null && email !== before.email) await voidAllKeys(tx, userId);
  if (password) await storePassword(tx, userId, password.hash);
  const after = { ...fields, hasNewPassword: password !== undefined };
  const subject = { subjectId: userId, subjectName: username, version };
  await recordChange(tx, author, { action: 'user.edit', ...subject, after });
}
