import type { ImportedRow, ImportUsersOptions } from '@balloon/contracts/people/user-import.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { suggestedUsername } from '@balloon/domain/text/transliterate.ts';
import { sql } from 'kysely';
import { IS_ENTRUSTED, mayControl } from '#features/user-admin/managed-user.ts';
import { freeVariant, isTooSimple } from '#features/user-admin/new-account.ts';
import type { PersonRow } from '#features/user-import/read-person-row.ts';
import type { User } from '#services.ts';

/** Longest username that is made up; leaves room for a number after it. */
const MAX_SUGGESTED = 190;

/** Row with its fate, and the password in it; an empty one is generated later. */
export interface PlannedRow extends Omit<ImportedRow, 'password'> {
  password: string;
}

interface Account {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  accessMask: number;
  groupIds: number[];
  isEntrusted: boolean;
}

/** Names and addresses that are taken on the site and by earlier rows. */
interface Known {
  byName: ReadonlyMap<string, Account>;
  byEmail: ReadonlyMap<string, Account>;
  /** Usernames and addresses of earlier rows, in lower case. */
  names: Set<string>;
  /** Usernames with the names of people of earlier rows. */
  people: Set<string>;
  emails: Set<string>;
}

/** Decides the fate of every row in the order of the file. Reads the database and writes nothing. */
export async function planImport(
  db: Db,
  author: User,
  people: readonly PersonRow[],
  options: Pick<ImportUsersOptions, 'duplicates'>,
): Promise<PlannedRow[]> {
  const known = await findKnown(db, people);
  const planned: PlannedRow[] = [];
  for (const person of people) planned.push(await planRow(db, author, person, known, options.duplicates));
  return planned;
}

async function planRow(
  db: Db,
  author: User,
  person: PersonRow,
  known: Known,
  duplicates: Duplicates,
): Promise<PlannedRow> {
  const row = newRow(person);
  const isMadeUp = row.username === '';
  if (isMadeUp) makeUpUsername(row, person);
  if (row.errors.length > 0) return refused(row);

  const existing = known.byName.get(row.username.toLowerCase());
  const isTwice = known.names.has(row.username.toLowerCase());
  const hasOtherOwner = isMadeUp && (isTwice || (existing !== undefined && !isNamed(existing, row)));
  if (hasOtherOwner || (duplicates === 'rename' && (isTwice || existing))) {
    row.username = await freeVariant(db, row.username, known.names);
    row.fate = isMadeUp ? 'create' : 'rename';
  } else if (isTwice) {
    meetEarlierRow(row, person, known.people.has(keyOf(row)) ? duplicates : 'update');
  } else if (existing) {
    meetAccount(row, person, existing, { author, duplicates });
  }
  known.names.add(row.username.toLowerCase());
  known.people.add(keyOf(row));
  const mask = row.fate === 'update' && existing ? existing.accessMask : maskOf(row);
  if (row.fate !== 'skip') checkRights(row, person, author, known, mask);
  return row.errors.length > 0 ? refused(row) : row;
}

function newRow({ errorIn: _, errors, ...fields }: PersonRow): PlannedRow {
  return { ...fields, email: fields.email || null, fate: 'create', userId: null, errors: [...errors] };
}

function makeUpUsername(row: PlannedRow, { errorIn }: PersonRow): void {
  row.username = suggestedUsername(row.firstName, row.lastName).slice(0, MAX_SUGGESTED);
  if (row.username !== '' || row.errors.length > 0) return;
  row.errors.push(errorIn('username', 'USERNAME_REQUIRED', 'The names hold no letters for a username'));
}

const isNamed = (account: Account, row: PlannedRow) =>
  account.firstName.toLowerCase() === row.firstName.toLowerCase() &&
  account.lastName.toLowerCase() === row.lastName.toLowerCase();

type Duplicates = ImportUsersOptions['duplicates'];

/** Key of a row by what tells people apart in a file. */
const keyOf = ({ username, firstName, lastName }: PlannedRow) =>
  [username, firstName, lastName].join('\n').toLowerCase();

/** An earlier row of the file has the username; only a repeated person may be left out without a word. */
function meetEarlierRow(row: PlannedRow, { errorIn }: PersonRow, duplicates: Duplicates): void {
  if (duplicates !== 'update') row.fate = 'skip';
  else row.errors.push(errorIn('username', 'USERNAME_TWICE', 'The file has this username twice'));
}

/** An account of the site has the username. */
function meetAccount(
  row: PlannedRow,
  { errorIn }: PersonRow,
  existing: Account,
  { author, duplicates }: { author: User; duplicates: Duplicates },
): void {
  row.userId = existing.id;
  row.fate = duplicates === 'update' ? 'update' : 'skip';
  if (row.fate === 'skip' || (existing.id !== author.id && mayControl(author, existing))) return;
  row.errors.push(errorIn('username', 'USER_NOT_YOURS', 'You may not change the person of this username'));
}

/** @param mask role of the person after the import */
function checkRights(
  row: PlannedRow,
  { errorIn }: PersonRow,
  author: User,
  known: Known,
  mask: number,
): void {
  if (row.isAdmin && !isAdmin(author.accessMask)) {
    row.errors.push(errorIn('isAdmin', 'ROLE_ADMINS_ONLY', 'Only admins create admins'));
  }
  if (row.password !== '' && isTooSimple(row.password, row.username, mask)) {
    row.errors.push(
      errorIn('password', 'PASSWORD_TOO_SIMPLE', 'A supervisor needs a longer password, not the username'),
    );
  }
  if (row.email === null) return;
  const owner = known.byEmail.get(row.email);
  if (owner && owner.id !== row.userId) {
    row.errors.push(errorIn('email', 'EMAIL_TAKEN', 'This address belongs to another account'));
  } else if (known.emails.has(row.email)) {
    row.errors.push(errorIn('email', 'EMAIL_TWICE', 'The file has this address twice'));
  }
  known.emails.add(row.email);
}

const refused = (row: PlannedRow): PlannedRow => ({ ...row, fate: 'error' });

async function findKnown(db: Db, people: readonly PersonRow[]): Promise<Known> {
  const names = people.map(
    (one) => one.username || suggestedUsername(one.firstName, one.lastName).slice(0, MAX_SUGGESTED),
  );
  const emails = people.flatMap(({ email }) => email || []);
  const { rows } = await sql<Account>`
    select id, username, first_name, last_name, email, access_mask,
      array(select group_id from user_group_member where account_id = account.id) as group_ids,
      ${IS_ENTRUSTED} as is_entrusted
    from account
    where deleted_at_ms is null and (
      lower(username) = any (array(select lower(one) from unnest(${names}::text[]) as name (one)))
      or lower(email) = any (${emails}::text[])
    )
  `.execute(db);
  return {
    byName: new Map(rows.map((row) => [row.username.toLowerCase(), row])),
    byEmail: new Map(
      rows.flatMap((row) => (row.email === null ? [] : [[row.email.toLowerCase(), row] as const])),
    ),
    names: new Set(),
    people: new Set(),
    emails: new Set(),
  };
}

/** Mask of a new person. */
export const maskOf = ({ isAdmin }: { isAdmin: boolean }) =>
  isAdmin ? ACCESS_GROUPS.admin.mask : ACCESS_GROUPS.user.mask;
