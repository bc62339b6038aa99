import { NewContest } from '@balloon/contracts/contests/contest-form.ts';
import type { ImportFate } from '@balloon/contracts/people/team-import.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ICPC_RULES } from '@balloon/domain/contests/scoring-rules.ts';
import { wallOffsetMs } from '@balloon/domain/contests/time-changes.ts';
import { LANGUAGES, type LanguageRule, OFFERED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { InvalidInputError } from '#errors.ts';
import { findSettings } from '#features/contest-admin/contest-settings.queries.ts';
import {
  type ContestSettings,
  changedNames,
  changedSettings,
  defaultSettings,
} from '#features/contest-admin/contest-settings.ts';
import type { ContestRecord, LanguageRecord } from '#features/contest-import/contest-records.ts';
import type { FaultLog } from '#features/contest-import/fault-log.ts';
import type { ContestPackage } from '#features/contest-import/read-contest-package.ts';

export interface ContestPlan {
  record: ContestRecord;
  /** Contest that takes the package; null: it is made. */
  contestId: number | null;
  fate: ImportFate;
  /** Change as the form would send it. */
  change: NewContest;
  changed: string[];
  languages: string[];
}

/** Decides what becomes of the contest itself. Reads the database and writes nothing. */
export async function planContest(
  db: Db,
  { contest: record, languages, teams }: ContestPackage,
  wantedId: number | null,
  faults: FaultLog,
): Promise<ContestPlan | null> {
  if (record === null) return null;
  const known = await db
    .selectFrom('contestPackage')
    .select('contestId')
    .where('foreignId', '=', record.foreignId)
    .executeTakeFirst();
  const contestId = wantedId ?? known?.contestId ?? null;
  const stored = contestId === null ? undefined : await findSettings(db, contestId);
  if (wantedId !== null && !stored) faults.error('', String(wantedId), 'CONTEST_UNKNOWN');
  if (wantedId !== null && known && known.contestId !== wantedId)
    faults.error('contest', record.foreignId, 'ID_TWICE');
  if (stored?.isSuspended) faults.error('contest', record.foreignId, 'CONTEST_REMOVED');
  const offered = await offeredLanguages(db, languages, faults);
  const isNew = stored === undefined;
  if (isNew && teams.groups.length === 0) faults.warn('groups', '', 'OPEN_TO_ALL');
  const fields = changeOf(record, stored?.settings ?? null);
  const parsed = NewContest.safeParse({
    ...fields,
    ...(languages.length > 0 && { languageIds: offered.map(({ id }) => id) }),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    faults.error('contest', issue?.path.join('.') ?? '', 'FIELD_INVALID');
    return null;
  }
  const before = stored?.settings ?? defaultSettings(await databaseNowMs(db));
  try {
    const changed = changedNames(before, changedSettings(before, parsed.data));
    const fate = isNew ? 'create' : changed.length > 0 ? 'update' : 'same';
    const names = offered.map(({ name }) => name);
    return {
      record,
      contestId: isNew ? null : contestId,
      fate,
      change: parsed.data,
      changed,
      languages: names,
    };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    faults.error('contest', record.foreignId, 'FIELD_INVALID');
    return null;
  }
}

/**
 * What the form would send. A contest without a start is made, but shown to nobody until somebody gives it one. Durations
 * of a package are contest time, which removed intervals do not shorten. A new contest is scored as the ICPC does it, whose
 * format this is.
 *
 * @param before null for a new contest, which freezes only if the package says so
 */
function changeOf(record: ContestRecord, before: ContestSettings | null) {
  const { name, startTimeMs, durationMs, freezeMs, penaltyMin } = record;
  const isNew = before === null;
  const wallMs = (ms: number) => (before === null ? ms : wallOffsetMs(before, ms));
  const freezesAtMs = freezeMs === null && !isNew ? null : wallMs(durationMs - (freezeMs ?? 0));
  return {
    ...{ name, durationTimeMs: wallMs(durationMs) },
    ...(freezesAtMs !== null && { relativeFreezeTimeMs: freezesAtMs }),
    ...(startTimeMs !== null && { startTimeMs }),
    ...(startTimeMs === null && isNew && { isEnabled: false }),
    ...(isNew && ICPC_RULES),
    ...(penaltyMin !== null && { wrongTryPenaltyMin: penaltyMin }),
  };
}

interface OfferedLanguage {
  id: number;
  name: string;
}

/** The languages of this site that the codes of the ICPC mean, such as all versions of C++. */
async function offeredLanguages(
  db: Db,
  records: readonly LanguageRecord[],
  faults: FaultLog,
): Promise<OfferedLanguage[]> {
  const stored = await db.selectFrom('language').select(['id', 'name']).execute();
  const known = new Set(stored.map(({ id }) => id));
  const rules: LanguageRule[] = OFFERED_LANGUAGES.map((key) => LANGUAGES[key]);
  const meant = records.flatMap(({ id, name }) => {
    const code = OTHER_CODES[id] ?? id;
    const own = rules.filter(
      (rule) =>
        known.has(rule.id) &&
        (rule.icpcCodes.includes(code) || rule.name.toLowerCase() === name.toLowerCase()),
    );
    if (own.length === 0) faults.warn('languages', id, 'LANGUAGE_UNKNOWN');
    return own;
  });
  return [...new Map(meant.map(({ id, name }) => [id, { id, name }])).values()];
}

/** Codes that files use beside those of the package format. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  python: 'python3',
  pypy: 'pypy3',
  js: 'javascript',
  'c#': 'csharp',
  golang: 'go',
};
