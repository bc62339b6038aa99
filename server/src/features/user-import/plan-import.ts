import type { ImportedRow, ImportUsersOptions } from '@balloon/contracts/people/user-import.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { digitsAtEnd } from '@balloon/domain/text/digits-at-end.ts';
import { suggestedUsername } from '@balloon/domain/text/transliterate.ts';
import { sql } from 'kysely';
import { IS_ENTRUSTED, mayControl } from '#features/user-admin/managed-user.ts';
import { isTooSimple } from '#features/user-admin/new-account.ts';
import type { PersonRow } from '#features/user-import/read-person-row.ts';
import type { User } from '#services.ts';

/** Longest username that is made up; leaves room for a number after it. */
const MAX_SUGGESTED = 190;

const madeUpUsername = ({ firstName, lastName }: Pick<PersonRow, 'firstName' | 'lastName'>) =>
  suggestedUsername(firstName, lastName).slice(0, MAX_SUGGESTED);

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
  /** Accounts that a row may mean, by username in lower case. */
  byName: ReadonlyMap<string, Account>;
  byEmail: ReadonlyMap<string, Account>;
  /** Accounts of the usernames that are made up for rows, with and without a number, by the username without one. */
  byMadeUp: ReadonlyMap<string, readonly Account[]>;
  /** Further usernames of the site that are not free, in lower case. */
  stored: ReadonlySet<string>;
  /** Addresses of all rows, in lower case. */
  fileEmails: ReadonlySet<string>;
  /** Ids of the accounts that earlier rows are about. */
  met: Set<number>;
  /** Usernames and addresses of earlier rows, in lower case. */
  names: Set<string>;
  /** Usernames with the names of people of earlier rows. */
  people: Set<string>;
  emails: Set<string>;
  /** Number from which the next free variant of a username is looked for: all before are taken. */
  nextNumbers: Map<string, number>;
}

/** Decides the fate of every row in the order of the file. Reads the database and writes nothing. */
export async function planImport(
  db: Db,
  author: User,
  people: readonly PersonRow[],
  { duplicates }: Pick<ImportUsersOptions, 'duplicates'>,
): Promise<PlannedRow[]> {
  const known = await findKnown(db, people, duplicates);
  return people.map((person) => planRow(author, person, known, duplicates));
}

function planRow(author: User, person: PersonRow, known: Known, duplicates: Duplicates): PlannedRow {
  const row = newRow(person);
  const isMadeUp = row.username === '';
  if (isMadeUp) makeUpUsername(row, person);
  if (row.errors.length > 0) return refused(row);

  const existing = isMadeUp
    ? findNamesake(row, author, known, duplicates)
    : known.byName.get(row.username.toLowerCase());
  const isTwice = known.names.has(row.username.toLowerCase());
  if (isMadeUp && !existing) {
    row.username = freeVariant(row.username, known);
  } else if (duplicates === 'rename' && (isTwice || existing)) {
    row.username = freeVariant(row.username, known);
    row.fate = 'rename';
  } else if (isTwice && !isMadeUp) {
    meetEarlierRow(row, person, known.people.has(keyOf(row)) ? duplicates : 'update');
  } else if (existing) {
    row.username = isMadeUp ? existing.username : row.username;
    meetAccount(row, person, existing, { author, duplicates });
    known.met.add(existing.id);
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
  row.username = madeUpUsername(row);
  if (row.username !== '' || row.errors.length > 0) return;
  row.errors.push(errorIn('username', 'USERNAME_REQUIRED', 'The names hold no letters for a username'));
}

/**
 * The account that a row without a username means: one of the same names that was made for such a row and that no earlier row
 * is about. Of several, the one with the address of the row; an address of another row tells that the account is another's.
 */
function findNamesake(
  row: PlannedRow,
  author: User,
  { byMadeUp, fileEmails, met }: Known,
  duplicates: Duplicates,
): Account | undefined {
  if (duplicates === 'rename') return undefined;
  const namesakes = (byMadeUp.get(row.username.toLowerCase()) ?? []).filter(
    (account) => isNamed(account, row) && !met.has(account.id),
  );
  const own = namesakes.filter((account) => mayControl(author, account));
  const inOrder = [...own, ...namesakes];
  const addressOf = ({ email }: Account) => email?.toLowerCase() ?? null;
  return (
    inOrder.find((account) => row.email !== null && addressOf(account) === row.email) ??
    inOrder.find((account) => !fileEmails.has(addressOf(account) ?? '')) ??
    inOrder[0]
  );
}

const isNamed = (account: Account, row: PlannedRow) =>
  account.firstName.toLowerCase() === row.firstName.toLowerCase() &&
  account.lastName.toLowerCase() === row.lastName.toLowerCase();

/** Returns the username, or the first of name2, name3, … that is free. */
function freeVariant(name: string, { stored, names, nextNumbers }: Known): string {
  const key = name.toLowerCase();
  for (let number = nextNumbers.get(key) ?? 1; ; number += 1) {
    const end = number === 1 ? '' : String(number);
    if (stored.has(key + end) || names.has(key + end)) continue;
    nextNumbers.set(key, number + 1);
    return name + end;
  }
}

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
  if (row.fate === 'skip') return;
  if (existing.id === author.id || !mayControl(author, existing)) {
    row.errors.push(errorIn('username', 'USER_NOT_YOURS', 'You may not change the person of this username'));
  } else if (row.password !== '' && !isAdmin(author.accessMask)) {
    row.errors.push(
      errorIn(
        'password',
        'PASSWORD_ADMINS_ONLY',
        'Only admins choose passwords for people who have an account',
      ),
    );
  }
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

async function findKnown(db: Db, people: readonly PersonRow[], duplicates: Duplicates): Promise<Known> {
  const names = people.flatMap(({ username }) => username || []);
  const madeUp = people.flatMap((one) => (one.username === '' ? madeUpUsername(one) || [] : []));
  const emails = people.flatMap(({ email }) => email || []);
  const { rows } = await sql<Account>`
    select id, username, first_name, last_name, email, access_mask,
      array(select group_id from user_group_member where account_id = account.id) as group_ids,
      ${IS_ENTRUSTED} as is_entrusted
    from account
    where id in (
      select id from account where deleted_at_ms is null
        and lower(username) = any (array(select lower(one) from unnest(${names}::text[]) as name (one)))
      union all
      select id from account where deleted_at_ms is null and lower(email) = any (${emails}::text[])
      union all
      select id from account where deleted_at_ms is null and ${isVariantOf(madeUp)}
    )
    order by length(username), username
  `.execute(db);
  const bases = new Set(madeUp.map((name) => name.toLowerCase()));
  return {
    byName: new Map(rows.map((row) => [row.username.toLowerCase(), row])),
    byEmail: new Map(
      rows.flatMap((row) => (row.email === null ? [] : [[row.email.toLowerCase(), row] as const])),
    ),
    byMadeUp: groupByBase(rows, bases),
    stored: await findVariants(db, duplicates === 'rename' ? [...names, ...madeUp] : madeUp),
    fileEmails: new Set(emails),
    met: new Set(),
    names: new Set(),
    people: new Set(),
    emails: new Set(),
    nextNumbers: new Map(),
  };
}

/** Accounts by every one of the usernames that theirs is, or is with a number; a made-up name may end with digits itself. */
function groupByBase(accounts: readonly Account[], bases: ReadonlySet<string>): Map<string, Account[]> {
  const groups = new Map<string, Account[]>();
  for (const account of accounts) {
    const name = account.username.toLowerCase();
    for (let length = name.length - digitsAtEnd(name).length; length <= name.length; length += 1) {
      const base = name.slice(0, length);
      if (!bases.has(base)) continue;
      const group = groups.get(base);
      if (group) group.push(account);
      else groups.set(base, [account]);
    }
  }
  return groups;
}

/** Finds the usernames that are one of these with or without a number, in lower case, and some more. */
async function findVariants(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ username: string }>`
    select lower(username) as username from account where deleted_at_ms is null and ${isVariantOf(names)}
  `.execute(db);
  return new Set(rows.map(({ username }) => username));
}

/** Condition on an account: its username is one of these but for the digits at the end. One pass over all accounts. */
const isVariantOf = (names: readonly string[]) => sql<boolean>`
  rtrim(lower(username), '0123456789') in (
    select rtrim(lower(one), '0123456789') from unnest(${[...new Set(names)]}::text[]) as name (one)
  )
`;

/** Mask of a new person. */
export const maskOf = ({ isAdmin }: { isAdmin: boolean }) =>
  isAdmin ? ACCESS_GROUPS.admin.mask : ACCESS_GROUPS.user.mask;
