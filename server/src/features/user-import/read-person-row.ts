import {
  EMAIL_PATTERN,
  MAX_FIELD_LENGTH,
  USERNAME_PATTERN,
} from '@balloon/contracts/people/account-rules.ts';
import type { ImportColumn, RowError } from '@balloon/contracts/people/user-import.ts';
import type { Table, TableRow } from '#features/user-import/read-table.ts';

/** Person as described by a row; texts are empty where the row has none. */
export interface PersonRow {
  line: number;
  firstName: string;
  lastName: string;
  username: string;
  password: string;
  email: string;
  isAdmin: boolean;
  errors: RowError[];
  /** Makes an error that names the column and its place in the file. */
  errorIn: (column: ImportColumn | null, code: RowError['code'], text: string) => RowError;
}

const YES = /^(1|да|yes|true|\+)$/i;
const NO = /^(0|нет|no|false|-|)$/i;

/** Reads a row and notes what is wrong with each of its fields, apart from what other people have. */
export function readPersonRow(row: TableRow, columns: Table['columns']): PersonRow {
  const field = (column: ImportColumn) => row.fields[columns.indexOf(column)]?.replaceAll('\u0000', '') ?? '';
  const person: PersonRow = {
    line: row.line,
    firstName: field('firstName'),
    lastName: field('lastName'),
    username: field('username'),
    password: field('password'),
    email: field('email').toLowerCase(),
    isAdmin: YES.test(field('isAdmin')),
    errors: [],
    errorIn: (column, code, text) => {
      const place = column === null ? -1 : columns.indexOf(column);
      return { column, columnNumber: place < 0 ? null : place + 1, code, text };
    },
  };
  person.errors.push(...errorsOf(person, row, columns, field('isAdmin')));
  return person;
}

function errorsOf(
  person: PersonRow,
  { fields }: TableRow,
  columns: Table['columns'],
  role: string,
): RowError[] {
  const { errorIn, username, email, firstName, lastName } = person;
  const errors: RowError[] = [];
  if (fields.length > columns.length && fields.slice(columns.length).some((field) => field !== '')) {
    errors.push(
      errorIn(null, 'TOO_MANY_FIELDS', `The row has ${fields.length} fields, not ${columns.length}`),
    );
  }
  if (fields.length < 2) errors.push(errorIn(null, 'TOO_FEW_FIELDS', 'The row has only one field'));
  for (const [index, text] of fields.entries()) {
    const column = columns[index];
    if (column && text.length > MAX_FIELD_LENGTH) {
      errors.push(errorIn(column, 'TOO_LONG', `At most ${MAX_FIELD_LENGTH} characters`));
    }
  }
  if (firstName === '' && lastName === '' && username === '') {
    errors.push(errorIn('lastName', 'NAME_REQUIRED', 'A name or a username is required'));
  }
  if (username !== '' && !USERNAME_PATTERN.test(username)) {
    errors.push(
      errorIn(
        'username',
        'USERNAME_INVALID',
        'A username holds letters, digits, dots, hyphens and underscores',
      ),
    );
  }
  if (email !== '' && (email.length > MAX_FIELD_LENGTH || !EMAIL_PATTERN.test(email))) {
    errors.push(errorIn('email', 'EMAIL_INVALID', 'This is no e-mail address'));
  }
  if (!YES.test(role) && !NO.test(role)) errors.push(errorIn('isAdmin', 'ROLE_INVALID', 'Must be 0 or 1'));
  return errors;
}
