import type { Group } from '@balloon/contracts/contests.ts';
import { type CsvSeparator, csvText } from '#shared/text/csv.ts';

/** Username and password of a person, known to the page until it is left. */
export interface Credentials {
  userId: number;
  firstName: string;
  lastName: string;
  username: string;
  password: string;
  groups: readonly Pick<Group, 'id' | 'name'>[];
}

/** Headings of the file, in its order of columns. */
export interface CredentialsWords {
  lastName: string;
  firstName: string;
  username: string;
  password: string;
  groups: string;
}

/** Formats credentials as CSV, in the order in which they are printed. */
export function credentialsCsv(
  people: readonly Credentials[],
  words: CredentialsWords,
  separator: CsvSeparator,
): string {
  const head = [words.lastName, words.firstName, words.username, words.password, words.groups];
  const lines = people.map(({ lastName, firstName, username, password, groups }) => [
    ...[lastName, firstName, username, password],
    groups.map(({ name }) => name).join(', '),
  ]);
  return csvText([head, ...lines], separator);
}

/** People of one group; null for those without any. */
export interface CredentialsOfGroup {
  group: Pick<Group, 'id' | 'name'> | null;
  people: readonly Credentials[];
}

/** Splits people by group, for a sheet each; somebody in two groups is on both sheets. */
export function byGroup(people: readonly Credentials[]): CredentialsOfGroup[] {
  const groups = new Map(people.flatMap((person) => person.groups.map((group) => [group.id, group])));
  const sheets: CredentialsOfGroup[] = [...groups.values()].map((group) => ({
    group,
    people: people.filter((person) => person.groups.some(({ id }) => id === group.id)),
  }));
  const free = people.filter((person) => person.groups.length === 0);
  return free.length > 0 ? [...sheets, { group: null, people: free }] : sheets;
}
