import { type CsvSeparator, csvText } from '#shared/text/csv.ts';

/** Headings and example rows of the sample file, in the language of the page. */
export interface SampleWords {
  firstName: string;
  lastName: string;
  username: string;
  password: string;
  isAdmin: string;
  email: string;
  people: readonly (readonly [firstName: string, lastName: string])[];
}

/** A file that can be imported as it is: with headings that the server knows, and with empty fields that it fills. */
export function sampleFile(words: SampleWords, separator: CsvSeparator): string {
  const head = [words.lastName, words.firstName, words.username, words.password, words.email, words.isAdmin];
  const rows = words.people.map(([firstName, lastName]) => [lastName, firstName, '', '', '', '0']);
  return csvText([head, ...rows], separator);
}
