import { MAX_IMPORTED_TEAMS, type TeamFileFault } from '@balloon/contracts/people/team-import.ts';
import { digitsAtEnd } from '@balloon/domain/text/digits-at-end.ts';
import { likelySeparator } from '@balloon/domain/text/likely-separator.ts';
import { parse as parseCsv } from 'csv-parse/sync';
import type { z } from 'zod';
import { parseYaml } from '#features/team-import/parse-yaml.ts';
import {
  AccountRecord,
  GroupRecord,
  IS_MISSING,
  OrganizationRecord,
  TeamRecord,
  type TeamRecords,
} from '#features/team-import/team-records.ts';

const SCHEMAS = {
  organizations: OrganizationRecord,
  groups: GroupRecord,
  teams: TeamRecord,
  accounts: AccountRecord,
} as const;
type Kind = keyof typeof SCHEMAS;

const isKind = (name: string): name is Kind => Object.hasOwn(SCHEMAS, name);

/** Columns of the ICPC's older files, whose first line is their name and version. */
const TSV_COLUMNS: Record<Kind, readonly string[]> = {
  organizations: ['id', 'name', 'short_name'],
  groups: ['id', 'name'],
  teams: ['label', 'id', 'group_ids', 'name', 'formal_name', 'short_name', 'country', 'organization_id'],
  accounts: ['type', 'name', 'username', 'password'],
};

type Entry = Record<string, unknown>;

/**
 * Reads the ICPC's files (`organizations.json`, `groups.json`, `teams.json`, `accounts.json` or `.yaml`, the same names as
 * `.tsv`) and CSV files of these names whose headings are the fields. Nothing is thrown for what is in a file: faults are
 * told with file and entry.
 */
export function readTeamFiles(files: readonly { name: string; text: string }[]): {
  records: TeamRecords;
  faults: TeamFileFault[];
} {
  const records: TeamRecords = { organizations: [], groups: [], teams: [], accounts: [] };
  const faults: TeamFileFault[] = [];
  const ofTeams: unknown[] = [];
  const numbered: AccountRecord[] = [];
  for (const file of files) {
    const { kind, ending } = nameOf(file.name);
    const fault = (code: TeamFileFault['code'], detail: string, entry = '') =>
      faults.push({ file: file.name, entry, code, detail, isError: true });
    if (!isKind(kind)) {
      fault('UNKNOWN_FILE', Object.keys(SCHEMAS).join(', '));
      continue;
    }
    if (file.text.includes(REPLACEMENT)) fault('NOT_UTF8', '');
    const text = file.text.startsWith(MARK) ? file.text.slice(MARK.length) : file.text;
    const entries = entriesOf(kind, ending, text, (detail) => fault('NOT_READABLE', detail));
    if (entries.length > MAX_IMPORTED_TEAMS) {
      fault('TOO_MANY', String(MAX_IMPORTED_TEAMS));
      continue;
    }
    if (kind === 'teams') for (const entry of entries) ofTeams.push(entry);
    const accountsBefore = records.accounts.length;
    const headingRows = ending === 'csv' || ending === 'tsv' ? 1 : 0;
    takeEntries(kind, entries, records, (issue, index) => {
      const field = issue.path.join('.');
      const row = String(index + headingRows + 1);
      if (issue.message === IS_MISSING) fault('FIELD_MISSING', field, row);
      else fault('FIELD_INVALID', `${field}: ${issue.message}`, row);
    });
    if (ending === 'tsv') numbered.push(...records.accounts.slice(accountsBefore));
  }
  takeOrganizationsOfTeams(ofTeams, records);
  findTeamsByNumber(numbered, records);
  tellDoubles(records, faults);
  return { records, faults };
}

/** Byte order mark, which programs leave at the beginning of a text. */
const MARK = '\uFEFF';
/** Stands where a program met bytes that are no letters of the encoding that it took. */
const REPLACEMENT = '\uFFFD';

/** Kind of entries and form of a file by its name, in whatever folder; older forms have a number: `teams2.tsv`. */
function nameOf(name: string): { kind: string; ending: string } {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const [stem = '', ending = ''] = base.toLowerCase().split('.').slice(-2);
  const kind = stem.slice(0, stem.length - digitsAtEnd(stem).length);
  return { kind: kind === 'institutions' ? 'organizations' : kind, ending };
}

function takeEntries(
  kind: Kind,
  entries: readonly unknown[],
  records: TeamRecords,
  tell: (issue: z.core.$ZodIssue, index: number) => void,
): void {
  entries.forEach((entry, index) => {
    const parsed: z.ZodSafeParseResult<TeamRecords[Kind][number]> = SCHEMAS[kind].safeParse(entry);
    if (parsed.success) (records[kind] as unknown[]).push(parsed.data);
    else {
      const [issue] = parsed.error.issues;
      if (issue) tell(issue, index);
    }
  });
}

/** Older files of teams carry the organisation in the row of the team; one in a file of its own is taken from there. */
function takeOrganizationsOfTeams(entries: readonly unknown[], { organizations }: TeamRecords): void {
  const known = new Set(organizations.map(({ id }) => id));
  for (const entry of entries) {
    const parsed = TeamOrganization.safeParse(entry);
    if (!parsed.success || known.has(parsed.data.id)) continue;
    organizations.push(parsed.data);
    known.add(parsed.data.id);
  }
}

const TeamOrganization = {
  safeParse(entry: unknown) {
    const { organization_id: id, formal_name: name, short_name, country } = (entry ?? {}) as Entry;
    return OrganizationRecord.safeParse({ id, name, short_name, country });
  },
};

function entriesOf(
  kind: Kind,
  ending: string,
  text: string,
  tell: (detail: string) => void,
): readonly unknown[] {
  try {
    if (ending === 'json') return listOf(JSON.parse(text));
    if (ending === 'yaml' || ending === 'yml') return listOf(parseYaml(text));
    if (ending === 'csv')
      return withLists(
        parseCsv(text, {
          columns: true,
          skip_empty_lines: true,
          trim: true,
          delimiter: likelySeparator(text),
        }),
      );
    if (ending === 'tsv') return tsvEntries(kind, text);
    throw new Error('must be .json, .yaml, .tsv or .csv');
  } catch (error) {
    tell((error as Error).message.slice(0, 300));
    return [];
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('must be a list of entries');
}

/** Lines of a file with tabs: the first one is its name and version, and fields are never quoted. */
function tsvEntries(kind: Kind, text: string): Entry[] {
  const [, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = TSV_COLUMNS[kind];
  const entries = lines.map((line) => {
    const fields = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, fields[index]?.trim() || undefined]));
  });
  return withLists(entries).map((entry, index) => ({
    ...entry,
    ...(kind === 'teams' && !entry.organization_id && { organization_id: entry.short_name }),
    ...(kind === 'accounts' && { team_id: teamOfAccount(entry) }),
    ...(kind === 'teams' && !entry.id && { id: String(index + 1) }),
  }));
}

/** Accounts of older files name their team by the number at the end of the username: `team012`. */
function teamOfAccount({ type, username }: Entry): string | undefined {
  if (type !== 'team') return undefined;
  const digits = digitsAtEnd(String(username ?? ''));
  return digits === '' ? undefined : String(Number(digits));
}

/** Lists of ids stand in one field, parted by commas or blanks. */
const withLists = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    const list = entry.group_ids;
    return typeof list === 'string' ? { ...entry, group_ids: list.split(/[,\s]+/).filter(Boolean) } : entry;
  });

/** Accounts of older files carry the number of their team, which stands in its first column and not in its id. */
function findTeamsByNumber(accounts: readonly AccountRecord[], { teams }: TeamRecords): void {
  const byNumber = new Map(
    teams.flatMap(({ id, seat }) => (isNumber(seat) ? [[Number(seat), id] as const] : [])),
  );
  for (const account of accounts) {
    if (account.teamId !== null) account.teamId = byNumber.get(Number(account.teamId)) ?? account.teamId;
  }
}

const isNumber = (text: string) => text !== '' && digitsAtEnd(text) === text;

/** Ids name one entry each. */
function tellDoubles(records: TeamRecords, faults: TeamFileFault[]): void {
  for (const kind of ['organizations', 'groups', 'teams'] as const) {
    const seen = new Set<string>();
    for (const { id } of records[kind]) {
      if (seen.has(id)) {
        faults.push({ file: `${kind}`, entry: id, code: 'ID_TWICE', detail: id, isError: true });
      }
      seen.add(id);
    }
  }
}
