import { MAX_CONTEST_PROBLEMS } from '@balloon/contracts/contests/contest-form.ts';
import { MAX_IMPORTED_TEAMS, type TeamFileFault } from '@balloon/contracts/people/team-import.ts';
import type { z } from 'zod';
import type { BlobZip } from '#features/contest-import/blob-zip.ts';
import {
  ContestRecord,
  LanguageRecord,
  PersonRecord,
  ProblemRecord,
} from '#features/contest-import/contest-records.ts';
import { packageFiles } from '#features/contest-import/package-files.ts';
import { parseYaml } from '#features/team-import/parse-yaml.ts';
import { readTeamFiles } from '#features/team-import/read-team-files.ts';
import type { TeamRecords } from '#features/team-import/team-records.ts';

const MAX_FILE_BYTES = 5_000_000;
const MAX_LANGUAGES = 200;
const MAX_PEOPLE = 20_000;
const TEAM_FILES = ['organizations', 'groups', 'teams', 'accounts'] as const;

export interface ProblemInPackage extends ProblemRecord {
  /** Path of its package in the archive; null where there is none. */
  part: string | null;
  fingerprint: string | null;
}

export interface PictureInPackage {
  kind: 'organization' | 'team';
  foreignId: string;
  path: string;
}

/** Everything that a contest package says, before it is looked at beside what the site has. */
export interface ContestPackage {
  contest: ContestRecord | null;
  /** In the order of their letters. */
  problems: ProblemInPackage[];
  languages: LanguageRecord[];
  people: PersonRecord[];
  teams: TeamRecords;
  pictures: PictureInPackage[];
  faults: TeamFileFault[];
}

/** Reads a contest package. Nothing is thrown for what is in a file: faults are told with file and entry. */
export async function readContestPackage(zip: BlobZip): Promise<ContestPackage> {
  const files = packageFiles(zip);
  const faults: TeamFileFault[] = [];
  const reading: Reading = { zip, faults, fileOf: files.fileOf };
  const document = await readDocument(reading, 'contest');
  if (document === undefined) tell(reading, '', 'FILE_MISSING', 'contest.json, contest.yaml');
  const contest = document === undefined || document === null ? null : contestOf(reading, document);
  const problems = inOrder(await problemsOf(reading, document)).map((record): ProblemInPackage => {
    const found = files.problemOf(record.foreignId);
    if (!found) tell(reading, 'problems', 'PROBLEM_PACKAGE_MISSING', '', record.foreignId, false);
    return { ...record, part: found?.part ?? null, fingerprint: found ? zip.fingerprint(found.names) : null };
  });
  const { records: teams, faults: teamFaults } = readTeamFiles(await teamTexts(reading));
  faults.push(...teamFaults);
  return {
    ...{ contest, problems, teams, faults },
    languages: await listOf(reading, 'languages', LanguageRecord, MAX_LANGUAGES, document),
    people: await listOf(reading, 'persons', PersonRecord, MAX_PEOPLE),
    pictures: picturesOf(reading, files, teams),
  };
}

interface Reading {
  zip: BlobZip;
  faults: TeamFileFault[];
  fileOf: (kind: string) => string | undefined;
}

function tell(
  { faults }: Reading,
  file: string,
  code: TeamFileFault['code'],
  detail: string,
  entry = '',
  isError = true,
): void {
  faults.push({ file, entry, code, detail, isError });
}

/** Values of a file; undefined where there is none, null where it cannot be read. */
async function readDocument(reading: Reading, kind: string): Promise<unknown> {
  const path = reading.fileOf(kind);
  if (path === undefined) return undefined;
  const text = await textOf(reading, path);
  if (text === null) return null;
  try {
    return (path.endsWith('.json') ? JSON.parse(text) : withUnderscores(parseYaml(text))) ?? null;
  } catch (error) {
    tell(reading, path, 'NOT_READABLE', (error as Error).message.slice(0, 300));
    return null;
  }
}

async function textOf(reading: Reading, path: string): Promise<string | null> {
  if (reading.zip.sizeOf(path) > MAX_FILE_BYTES) {
    tell(reading, path, 'NOT_READABLE', `> ${MAX_FILE_BYTES} B`);
    return null;
  }
  const text = new TextDecoder().decode(await reading.zip.read(path, MAX_FILE_BYTES));
  if (!text.includes('\0')) return text;
  tell(reading, path, 'NOT_READABLE', 'has zero bytes');
  return null;
}

/** Older files write `start-time` for `start_time`; two levels are ours, and nothing beneath them is read. */
function withUnderscores(value: unknown, levels = 3): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withUnderscores(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replaceAll('-', '_'), withUnderscores(item, levels - 1)]),
  );
}

function contestOf(reading: Reading, document: unknown): ContestRecord | null {
  const file = reading.fileOf('contest') ?? '';
  const parsed = ContestRecord.safeParse(document);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) tell(reading, file, 'FIELD_INVALID', wordsOf(issue));
    return null;
  }
  const contest = parsed.data;
  if (!contest.isPassFail) tell(reading, file, 'SCOREBOARD_TYPE', '');
  if (contest.startTimeMs === null) tell(reading, file, 'START_MISSING', '', '', false);
  if ((contest.freezeMs ?? 0) > contest.durationMs)
    tell(reading, file, 'FIELD_INVALID', 'scoreboard_freeze_duration: is longer than the contest');
  return contest;
}

const wordsOf = ({ path, message }: z.core.$ZodIssue) => `${path.join('.')}: ${message}`;

/** Problems of their own file, or of the older list in that of the contest. */
async function problemsOf(reading: Reading, contest: unknown): Promise<ProblemRecord[]> {
  const kind = reading.fileOf('problems') ? 'problems' : 'problemset';
  const records = await listOf(reading, kind, ProblemRecord, MAX_CONTEST_PROBLEMS, contest, 'problems');
  const seen = new Set<string>();
  return records.filter(({ foreignId }) => {
    if (!seen.has(foreignId)) return seen.add(foreignId);
    tell(reading, 'problems', 'ID_TWICE', foreignId, foreignId);
    return false;
  });
}

function inOrder(problems: readonly ProblemRecord[]): ProblemRecord[] {
  const place = (problem: ProblemRecord) => problem.ordinal ?? problems.indexOf(problem);
  return problems.toSorted((one, other) => place(one) - place(other));
}

/** Entries of a file that is a list, or an object with the list in a field; `elsewhere`: a file that may hold the list, too. */
async function listOf<One extends z.ZodType>(
  reading: Reading,
  kind: string,
  schema: One,
  most: number,
  elsewhere?: unknown,
  field = kind,
): Promise<z.infer<One>[]> {
  const file = reading.fileOf(kind) ?? reading.fileOf('contest') ?? '';
  const document =
    (await readDocument(reading, kind)) ?? fieldOf(elsewhere, field) ?? fieldOf(elsewhere, kind);
  if (document === undefined || document === null) return [];
  const list = Array.isArray(document) ? document : fieldOf(document, field);
  if (!Array.isArray(list)) {
    tell(reading, file, 'NOT_READABLE', 'must be a list of entries');
    return [];
  }
  if (list.length > most) {
    tell(reading, file, 'TOO_MANY', String(most));
    return [];
  }
  return list.flatMap((entry, index) => {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    tell(reading, file, 'FIELD_INVALID', issue ? wordsOf(issue) : '', String(index + 1));
    return [];
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

async function teamTexts(reading: Reading): Promise<{ name: string; text: string }[]> {
  const texts: { name: string; text: string }[] = [];
  for (const kind of TEAM_FILES) {
    const path = reading.fileOf(kind);
    const text = path === undefined ? null : await textOf(reading, path);
    if (path !== undefined && text !== null) texts.push({ name: path, text });
  }
  return texts;
}

function picturesOf(
  reading: Reading,
  files: ReturnType<typeof packageFiles>,
  { organizations, teams }: TeamRecords,
): PictureInPackage[] {
  const wanted = [
    ...organizations.map(({ id }) => ({ kind: 'organization', property: 'logo', id }) as const),
    ...teams.map(({ id }) => ({ kind: 'team', property: 'photo', id }) as const),
  ].slice(0, 2 * MAX_IMPORTED_TEAMS);
  return wanted.flatMap(({ kind, property, id }) => {
    const { path, isOther } = files.pictureOf(`${kind}s`, id, property);
    if (path !== null) return [{ kind, foreignId: id, path }];
    if (isOther) tell(reading, `${kind}s/${id}/${property}`, 'PICTURE_NOT_READ', '', id, false);
    return [];
  });
}
