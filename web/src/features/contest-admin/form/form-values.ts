import type {
  ContestChange,
  ContestFormData,
  NewContest,
  TemplateSettings,
} from '@balloon/contracts/contests/contest-form.ts';
import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import type {
  EdgeInstants,
  FirstSolvers,
  PenaltyPrecision,
  RemovedSolutions,
  TieBreak,
  TiedRows,
  UnofficialRows,
} from '@balloon/domain/contests/scoring-rules.ts';
import { COUNTABLE_VERDICTS, ICPC_RULES } from '@balloon/domain/contests/scoring-rules.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import {
  clockOf,
  dateOf,
  HOUR_MS,
  instantOf,
  lengthOf,
  MINUTE_MS,
  partsOf,
  type TimeValues,
  timesOf,
  timeValuesOf,
} from '#features/contest-admin/form/form-times.ts';

/** Problem of the set with what its row shows. */
export interface ChosenProblem
  extends Pick<
    FoundProblem,
    'id' | 'title' | 'systemType' | 'foreignProblemIdentifier' | 'timeLimitMs' | 'memoryLimitKb'
  > {
  color: string;
  /** Version that the contest is pinned to; null: the newest. */
  versionId: string | null;
}

/** Fields of the contest form. */
export interface FormValues extends TimeValues {
  name: string;
  isRated: boolean;
  isEnabled: boolean;
  isListed: boolean;
  isWithComments: boolean;
  /** Whether participants see sources and tests when contest and practice are over. */
  opensSources: boolean;
  opensTests: boolean;
  /** Whether participants learn before the end where problems of other systems come from. */
  showsOrigin: boolean;
  allowsVirtual: boolean;
  /** Whether the freeze outlives the end until somebody opens the results. */
  thawsByHand: boolean;
  /** Whether somebody makes its results final. */
  hasOfficialResults: boolean;
  hasPublicTable: boolean;
  /** Addresses and networks, a line each. */
  allowedNetworks: string;
  keepsDrafts: boolean;
  confines: boolean;
  bindsDevices: boolean;
  /** Whether participants see no verdicts but the seven of the ICPC. */
  joinsVerdicts: boolean;
  /** Whether members of teams take part as the team from accounts of their own. */
  membersAct: boolean;
  /** Length of each participant's own window; empty: all start together. */
  windowHours: number | '';
  windowMinutes: number | '';
  wrongTryPenaltyMin: number | '';
  countsCompilationErrors: boolean;
  /** Verdicts that are wrong tries, without compilation errors. */
  wrongTryVerdicts: number[];
  penaltyPrecision: PenaltyPrecision;
  tieBreak: TieBreak;
  tiedRows: TiedRows;
  firstSolvers: FirstSolvers;
  unofficialRows: UnofficialRows;
  edgeInstants: EdgeInstants;
  removedSolutions: RemovedSolutions;
  groupIds: number[];
  languageIds: number[];
  problems: ChosenProblem[];
}

/** Values of the rules as the ICPC has them; it leaves the others open. */
export const icpcValues = () =>
  ({ ...ICPC_RULES, wrongTryVerdicts: [...TRY_VERDICTS] }) satisfies Partial<FormValues>;

/** Whether a contest is scored as the ICPC does it. */
export function isScoredAsIcpc(values: FormValues): boolean {
  const names = Object.keys(ICPC_RULES) as (keyof typeof ICPC_RULES)[];
  const hasUsualVerdicts = TRY_VERDICTS.every((id) => values.wrongTryVerdicts.includes(id));
  return hasUsualVerdicts && names.every((name) => values[name] === ICPC_RULES[name]);
}

/** A new contest: from 00:00 today for five hours, frozen for the last of them. */
export function newValues(nowMs: number, name: string): FormValues {
  const startTimeMs = new Date(nowMs).setHours(0, 0, 0, 0);
  const times = { startTimeMs, durationTimeMs: 5 * HOUR_MS, relativeFreezeTimeMs: 4 * HOUR_MS };
  return {
    ...timeValuesOf({ ...times, practiceDurationTimeMs: 0 }),
    name,
    ...{ isRated: true, isEnabled: true, isListed: true, isWithComments: false },
    ...{
      opensSources: false,
      opensTests: false,
      showsOrigin: false,
      allowsVirtual: true,
      thawsByHand: false,
      hasOfficialResults: false,
      hasPublicTable: false,
      allowedNetworks: '',
      keepsDrafts: false,
      confines: false,
      bindsDevices: false,
      joinsVerdicts: false,
      membersAct: true,
      ...windowValues(null),
    },
    ...{ wrongTryPenaltyMin: 20, countsCompilationErrors: false, wrongTryVerdicts: [...TRY_VERDICTS] },
    ...{
      penaltyPrecision: 'minute',
      tieBreak: 'shared',
      tiedRows: 'joined',
      firstSolvers: 'all',
      unofficialRows: 'ranked',
    },
    ...{ edgeInstants: 'included', removedSolutions: 'ignored' },
    ...{ groupIds: [], languageIds: [], problems: [] },
  };
}

/** Fields of a stored contest. */
export function valuesOf(contest: ContestFormData): FormValues {
  const { name, isRated, isEnabled, isListed, isWithComments, wrongTryPenaltyMin } = contest;
  const {
    penaltyPrecision,
    tieBreak,
    tiedRows,
    firstSolvers,
    unofficialRows,
    edgeInstants,
    removedSolutions,
  } = contest;
  return {
    ...timeValuesOf(contest),
    ...{ name, isRated, isEnabled, isListed, isWithComments, wrongTryPenaltyMin },
    ...{ penaltyPrecision, tieBreak, tiedRows, firstSolvers, unofficialRows, edgeInstants, removedSolutions },
    ...verdictValues(contest.penalizedVerdicts, contest.countsCompilationErrors),
    opensSources: contest.sourcesAfterEnd === 'participants',
    opensTests: contest.testsAfterEnd === 'participants',
    showsOrigin: contest.showsOrigin,
    allowsVirtual: contest.allowsVirtual,
    thawsByHand: contest.thawsByHand,
    hasOfficialResults: contest.hasOfficialResults,
    hasPublicTable: contest.hasPublicTable,
    allowedNetworks: contest.allowedNetworks.join('\n'),
    keepsDrafts: contest.keepsDrafts,
    confines: contest.confines,
    bindsDevices: contest.bindsDevices,
    joinsVerdicts: contest.joinsVerdicts,
    membersAct: contest.membersAct,
    ...windowValues(contest.windowTimeMs),
    groupIds: contest.allowedGroups.map(({ id }) => id),
    languageIds: contest.languageIds,
    problems: contest.problems.map((problem) => ({
      ...chosen(problem, problem.color),
      versionId: problem.ProblemToContest.versionId,
    })),
  };
}

/** Each participant's own window as the form shows it; empty for none. */
function windowValues(ms: number | null): Pick<FormValues, 'windowHours' | 'windowMinutes'> {
  if (ms === null) return { windowHours: '', windowMinutes: '' };
  const { hours, minutes } = partsOf(Math.round(ms / MINUTE_MS));
  return { windowHours: hours, windowMinutes: minutes };
}

/** Length of each participant's own window; null when all start together. */
export const windowMsOf = ({
  windowHours,
  windowMinutes,
}: Pick<FormValues, 'windowHours' | 'windowMinutes'>): number | null =>
  lengthOf(windowHours || 0, windowMinutes || 0) || null;

/** Verdicts that are wrong tries unless a contest names them itself; compilation errors have a field of their own. */
export const TRY_VERDICTS = COUNTABLE_VERDICTS.filter((id) => id !== VERDICTS.compilationError.id);

function verdictValues(penalizedVerdicts: readonly number[] | null, countsCompilationErrors: boolean) {
  return {
    countsCompilationErrors:
      penalizedVerdicts?.includes(VERDICTS.compilationError.id) ?? countsCompilationErrors,
    wrongTryVerdicts: TRY_VERDICTS.filter((id) => penalizedVerdicts?.includes(id) ?? true),
  };
}

/** The verdicts as the server takes them: by name only where they are others than usual. */
function verdictSettings({ countsCompilationErrors, wrongTryVerdicts }: FormValues) {
  const isUsual = TRY_VERDICTS.every((id) => wrongTryVerdicts.includes(id));
  const named = [...wrongTryVerdicts, ...(countsCompilationErrors ? [VERDICTS.compilationError.id] : [])];
  return {
    countsCompilationErrors,
    penalizedVerdicts: isUsual ? null : named.sort((a, b) => a - b),
  };
}

/** A problem as the set of a contest takes it. */
export function chosen(problem: Omit<ChosenProblem, 'color' | 'versionId'>, color: string): ChosenProblem {
  const { id, title, systemType, foreignProblemIdentifier, timeLimitMs, memoryLimitKb } = problem;
  const shown = { id, title, systemType, foreignProblemIdentifier, timeLimitMs, memoryLimitKb };
  return { ...shown, color, versionId: null };
}

/** Fields of a copy: a contest that has begun is copied to the same hour of today, with the date in its name. */
export function copyOf(values: FormValues, nowMs: number, dateText: (atMs: number) => string): FormValues {
  const times = timesOf(values);
  if (times === null || times.startTimeMs > nowMs) return values;
  const startTimeMs = instantOf(dateOf(nowMs), clockOf(times.startTimeMs)) ?? nowMs;
  const formerPrefix = `${dateText(times.startTimeMs)} • `;
  const { name } = values;
  return {
    ...values,
    ...timeValuesOf({ ...times, startTimeMs }),
    name: name.startsWith(formerPrefix)
      ? `${dateText(startTimeMs)} • ${name.slice(formerPrefix.length)}`
      : name,
  };
}

/** The whole form as the server takes it; null while a time is missing. */
export function settingsOf(values: FormValues): NewContest | null {
  const times = timesOf(values);
  if (times === null || values.wrongTryPenaltyMin === '') return null;
  const { isRated, isEnabled, isListed, isWithComments, groupIds, languageIds } = values;
  const {
    penaltyPrecision,
    tieBreak,
    tiedRows,
    firstSolvers,
    unofficialRows,
    edgeInstants,
    removedSolutions,
  } = values;
  return {
    ...times,
    name: values.name.trim(),
    ...{ isRated, isEnabled, isListed, isWithComments, groupIds },
    ...{ penaltyPrecision, tieBreak, tiedRows, firstSolvers, unofficialRows, edgeInstants, removedSolutions },
    ...verdictSettings(values),
    languageIds: [...languageIds].sort((a, b) => a - b),
    wrongTryPenaltyMin: values.wrongTryPenaltyMin,
    sourcesAfterEnd: values.opensSources ? 'participants' : 'supervisors',
    testsAfterEnd: values.opensTests ? 'participants' : 'supervisors',
    showsOrigin: values.showsOrigin,
    allowsVirtual: values.allowsVirtual,
    thawsByHand: values.thawsByHand,
    hasOfficialResults: values.hasOfficialResults,
    hasPublicTable: values.hasPublicTable,
    allowedNetworks: values.allowedNetworks.split(/[\s,;]+/).filter(Boolean),
    keepsDrafts: values.keepsDrafts,
    confines: values.confines,
    bindsDevices: values.bindsDevices,
    joinsVerdicts: values.joinsVerdicts,
    membersAct: values.membersAct,
    windowTimeMs: windowMsOf(values),
    problems: values.problems.map(({ id, color, versionId }) => ({ id, color, versionId })),
  };
}

/**
 * What the form changes, by fields. Others stay as they are stored, exact to the millisecond. A freeze that was not
 * touched stays as long before the end, which the server sees to.
 */
export function changeOf(initial: FormValues, values: FormValues): ContestChange | null {
  const [before, after] = [settingsOf(initial), settingsOf(values)];
  if (before === null || after === null) return null;
  const isFreezeUntouched =
    initial.freezeHours === values.freezeHours && initial.freezeMinutes === values.freezeMinutes;
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof NewContest]) &&
      !(name === 'relativeFreezeTimeMs' && isFreezeUntouched),
  );
  return Object.fromEntries(changed) as ContestChange;
}

/** Fields that belong together: together they are kept or taken from the stored contest. */
const TIED: readonly (readonly (keyof FormValues)[])[] = [
  ['startDate', 'startTime'],
  ['durationHours', 'durationMinutes'],
  ['freezeHours', 'freezeMinutes'],
  ['windowHours', 'windowMinutes'],
  ['practice', 'practiceHours', 'practiceDate', 'practiceTime'],
];

/**
 * Puts the edits of a form on top of what others stored meanwhile: fields that were touched keep their edit, all
 * others follow the stored contest.
 *
 * @param initial what the form was filled with
 */
export function rebased(initial: FormValues, values: FormValues, stored: FormValues): FormValues {
  const isTouched = (name: keyof FormValues) =>
    JSON.stringify(initial[name]) !== JSON.stringify(values[name]);
  const tiedTo = (name: keyof FormValues) => TIED.find((names) => names.includes(name)) ?? [name];
  const names = Object.keys(values) as (keyof FormValues)[];
  const kept = names.filter((name) => tiedTo(name).some(isTouched)).map((name) => [name, values[name]]);
  return { ...stored, ...Object.fromEntries(kept) };
}

/**
 * Fields after a template; its start is the form's.
 *
 * @param problems of the template, as far as the person may read them
 */
export function withTemplate(
  values: FormValues,
  template: TemplateSettings,
  problems: readonly ChosenProblem[],
): FormValues {
  const { name, groupIds, languageIds, wrongTryPenaltyMin } = template;
  const {
    penaltyPrecision,
    tieBreak,
    tiedRows,
    firstSolvers,
    unofficialRows,
    edgeInstants,
    removedSolutions,
  } = template;
  const { penalizedVerdicts, countsCompilationErrors } = template;
  const knowsVerdicts = penalizedVerdicts !== undefined || countsCompilationErrors !== undefined;
  const { isRated, isEnabled, isListed, isWithComments } = template;
  const given = Object.fromEntries(
    Object.entries({
      ...{ name, groupIds, languageIds, wrongTryPenaltyMin },
      ...{
        penaltyPrecision,
        tieBreak,
        tiedRows,
        firstSolvers,
        unofficialRows,
        edgeInstants,
        removedSolutions,
      },
      ...(knowsVerdicts && verdictValues(penalizedVerdicts ?? null, countsCompilationErrors ?? false)),
      ...{ isRated, isEnabled, isListed, isWithComments },
      opensSources: template.sourcesAfterEnd && template.sourcesAfterEnd === 'participants',
      opensTests: template.testsAfterEnd && template.testsAfterEnd === 'participants',
      showsOrigin: template.showsOrigin,
      allowsVirtual: template.allowsVirtual,
      thawsByHand: template.thawsByHand,
      hasOfficialResults: template.hasOfficialResults,
      hasPublicTable: template.hasPublicTable,
      allowedNetworks: template.allowedNetworks?.join('\n'),
      keepsDrafts: template.keepsDrafts,
      confines: template.confines,
      bindsDevices: template.bindsDevices,
      joinsVerdicts: template.joinsVerdicts,
      membersAct: template.membersAct,
      ...(template.windowTimeMs !== undefined && windowValues(template.windowTimeMs)),
    }).filter(([, value]) => value !== undefined),
  );
  return { ...values, ...given, ...templateTimes(values, template), problems: [...problems] };
}

function templateTimes(values: FormValues, template: TemplateSettings): Partial<TimeValues> {
  const times = timesOf(values);
  if (times === null) return {};
  const { durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs } = { ...times, ...defined(template) };
  const wanted = { ...times, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs };
  const { startDate: _, startTime: _2, ...shown } = timeValuesOf(wanted);
  return shown;
}

function defined<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
