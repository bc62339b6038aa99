import { isDeepStrictEqual } from 'node:util';
import type { FieldIssue } from '@balloon/contracts/common.ts';
import type { ContestChange } from '@balloon/contracts/contests/contest-form.ts';
import { CONTEST_DEFAULTS } from '@balloon/contracts/contests/contest-form.ts';
import { freeBalloonColor } from '@balloon/domain/contests/balloon-colors.ts';
import type { RemovedInterval } from '@balloon/domain/contests/removed-intervals.ts';
import type {
  EdgeInstants,
  FirstSolvers,
  PenaltyPrecision,
  RemovedSolutions,
  TieBreak,
  TiedRows,
  UnofficialRows,
} from '@balloon/domain/contests/scoring-rules.ts';
import { InvalidInputError } from '#errors.ts';
import { networkText } from '#features/contests/devices/networks.ts';
import { wordsOf } from '#http/answers/field-issues.ts';

/** Everything that the form of a contest decides. */
export interface ContestSettings {
  name: string;
  startTimeMs: number;
  durationTimeMs: number;
  relativeFreezeTimeMs: number;
  practiceDurationTimeMs: number;
  /** Longest extra time of a participant. Not of the form: participants have it. */
  extraTimeMs: number;
  /** Whether the freeze lasts until somebody opens the results. */
  thawsByHand: boolean;
  /** Set by the control screen, not by the form. */
  thawedAtMs: number | null;
  /** Set by the control screen, not by the form: intervals cut out of the time. */
  removedIntervals: RemovedInterval[];
  isRated: boolean;
  isEnabled: boolean;
  isListed: boolean;
  isWithComments: boolean;
  sourcesAfterEnd: 'supervisors' | 'participants';
  testsAfterEnd: 'supervisors' | 'participants';
  showsOrigin: boolean;
  allowsVirtual: boolean;
  wrongTryPenaltyMin: number;
  countsCompilationErrors: boolean;
  penaltyPrecision: PenaltyPrecision;
  tieBreak: TieBreak;
  tiedRows: TiedRows;
  /** Ids of the verdicts that are wrong tries; null: those that ran. */
  penalizedVerdicts: number[] | null;
  firstSolvers: FirstSolvers;
  unofficialRows: UnofficialRows;
  edgeInstants: EdgeInstants;
  removedSolutions: RemovedSolutions;
  hasOfficialResults: boolean;
  /** Whether people without an account may read its table. */
  hasPublicTable: boolean;
  /** In one spelling each. */
  allowedNetworks: string[];
  /** Whether unsent sources of participants are kept as evidence. */
  keepsDrafts: boolean;
  membersAct: boolean;
  /** Whether participants who have opened it reach nothing else of the site while it runs. */
  confines: boolean;
  /** Whether each participant takes part from one device at a time. */
  bindsDevices: boolean;
  /** Whether participants see no verdicts but the seven of the ICPC. */
  joinsVerdicts: boolean;
  /** Length of each participant's own window within the contest; null: all start together. */
  windowTimeMs: number | null;
  /** In the order of their chips. */
  groupIds: number[];
  /** Ascending; none of a judging system means all of it. */
  languageIds: number[];
  /** In the order of their letters. */
  problems: ContestProblemSetting[];
}

export interface ContestProblemSetting {
  id: number;
  color: string;
  versionId: string | null;
}

export type SettingName = keyof ContestSettings;

/** Difference between the server's clock and the hours that organisers mean by "today". */
const SERVER_TIME_OFFSET_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Settings of a new contest before the form is applied: it begins at 00:00 today. */
export function defaultSettings(nowMs: number): ContestSettings {
  const { durationTimeMs, freezeBeforeEndMs, practiceDurationTimeMs } = CONTEST_DEFAULTS;
  const localMs = nowMs + SERVER_TIME_OFFSET_MS;
  return {
    name: '',
    startTimeMs: localMs - (localMs % DAY_MS) - SERVER_TIME_OFFSET_MS,
    durationTimeMs,
    relativeFreezeTimeMs: durationTimeMs - freezeBeforeEndMs,
    practiceDurationTimeMs,
    extraTimeMs: 0,
    thawsByHand: false,
    thawedAtMs: null,
    removedIntervals: [],
    isRated: true,
    isEnabled: true,
    isListed: true,
    isWithComments: false,
    sourcesAfterEnd: 'supervisors',
    testsAfterEnd: 'supervisors',
    showsOrigin: false,
    allowsVirtual: true,
    wrongTryPenaltyMin: 20,
    countsCompilationErrors: false,
    penaltyPrecision: 'minute',
    tieBreak: 'shared',
    tiedRows: 'joined',
    penalizedVerdicts: null,
    firstSolvers: 'all',
    unofficialRows: 'ranked',
    edgeInstants: 'included',
    removedSolutions: 'ignored',
    hasOfficialResults: false,
    hasPublicTable: false,
    allowedNetworks: [],
    keepsDrafts: false,
    membersAct: true,
    confines: false,
    bindsDevices: false,
    joinsVerdicts: false,
    windowTimeMs: null,
    groupIds: [],
    languageIds: [],
    problems: [],
  };
}

/**
 * Settings after a change. Absent fields stay; problems that stay keep colour and pinned version unless the change
 * names others, since older clients send the ids alone.
 *
 * @throws {InvalidInputError} INVALID_INPUT when the freeze comes after the end
 */
export function changedSettings(before: ContestSettings, change: ContestChange): ContestSettings {
  const { basedOnRevision: _, problemIds, problems, groupIds, languageIds, ...fields } = change;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const after: ContestSettings = { ...before, ...given };
  if (groupIds) after.groupIds = [...new Set(groupIds)];
  if (change.allowedNetworks) after.allowedNetworks = networksOf(change.allowedNetworks);
  if (languageIds) after.languageIds = [...new Set(languageIds)].sort((a, b) => a - b);
  const wanted = problems ?? problemIds?.map((id) => ({ id }));
  if (wanted) after.problems = problemSettings(before, wanted);
  after.relativeFreezeTimeMs = freezeWithin(before, after, change.relativeFreezeTimeMs);
  return after;
}

/** @throws {InvalidInputError} INVALID_INPUT for what is no address or network */
function networksOf(texts: readonly string[]): string[] {
  const networks = texts.map((text) => {
    const network = networkText(text);
    if (network === null)
      throw wrongField(
        { field: 'allowedNetworks', kind: 'invalid_format' },
        `${text} is no address or network`,
      );
    return network;
  });
  return [...new Set(networks)];
}

function problemSettings(
  before: ContestSettings,
  wanted: readonly { id: number; color?: string | undefined; versionId?: string | null | undefined }[],
): ContestProblemSetting[] {
  const known = new Map(before.problems.map((problem) => [problem.id, problem]));
  const unique = [...new Map(wanted.map((problem) => [problem.id, problem])).values()];
  const usedColors = new Set(unique.flatMap(({ id, color }) => color ?? known.get(id)?.color ?? []));
  return unique.map(({ id, color, versionId }) => {
    const chosen = color?.toUpperCase() ?? known.get(id)?.color ?? freeBalloonColor(usedColors).toUpperCase();
    usedColors.add(chosen);
    return {
      id,
      color: chosen,
      versionId: versionId === undefined ? (known.get(id)?.versionId ?? null) : versionId,
    };
  });
}

/** Rounding of duration and freeze apart from each other may differ by this. */
const ROUNDING_MS = 1;

/** The freeze that was given; otherwise as long before the end as it was. */
function freezeWithin(before: ContestSettings, after: ContestSettings, given: number | undefined): number {
  const { durationTimeMs } = after;
  if (given === undefined) {
    const beforeEndMs = before.durationTimeMs - before.relativeFreezeTimeMs;
    return Math.max(0, durationTimeMs - beforeEndMs);
  }
  if (given <= durationTimeMs) return given;
  if (given <= durationTimeMs + ROUNDING_MS) return durationTimeMs;
  throw wrongField({ field: 'relativeFreezeTimeMs', kind: 'too_big', bound: durationTimeMs, of: 'number' });
}

/** Refusal of a form for one of its fields. */
export function wrongField(issue: FieldIssue, text = wordsOf(issue)): InvalidInputError {
  return new InvalidInputError('INVALID_INPUT', `${issue.field}: ${text}`, [issue]);
}

/** Names of the settings that differ. */
export function changedNames(before: ContestSettings, after: ContestSettings): SettingName[] {
  const names = Object.keys(before) as SettingName[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
