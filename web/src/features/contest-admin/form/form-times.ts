import { type ContestTimes, practiceEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** How the form shows the times of a contest; dates and hours are those of the viewer's zone. */
export interface TimeValues {
  /** 2026-11-22 */
  startDate: string;
  /** 09:30 */
  startTime: string;
  durationHours: number | '';
  durationMinutes: number | '';
  /** Before the end. */
  freezeHours: number | '';
  freezeMinutes: number | '';
  practice: 'none' | 'hours' | 'date';
  practiceHours: number | '';
  practiceDate: string;
  practiceTime: string;
}

/** The times of the fields, or null while a field is empty. */
export function timesOf(values: TimeValues): ContestTimes | null {
  const startTimeMs = instantOf(values.startDate, values.startTime);
  const durationTimeMs = lengthOf(values.durationHours, values.durationMinutes);
  const freezeMs = lengthOf(values.freezeHours, values.freezeMinutes);
  if (startTimeMs === null || durationTimeMs === null || freezeMs === null) return null;
  const practiceDurationTimeMs = practiceMsOf(values, startTimeMs + durationTimeMs);
  if (practiceDurationTimeMs === null) return null;
  const relativeFreezeTimeMs = Math.max(0, durationTimeMs - freezeMs);
  return { startTimeMs, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs };
}

/** Length in milliseconds of what two fields hold, in whole minutes also for half an hour; null while one is empty. */
export const lengthOf = (hours: number | '', minutes: number | ''): number | null =>
  hours === '' || minutes === '' ? null : Math.round(hours * 60 + minutes) * MINUTE_MS;

/** Hours and minutes of a length. */
export const partsOf = (minutes: number) => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });

/** Length of the practice; negative when its date comes before the end of the contest. */
function practiceMsOf(values: TimeValues, endMs: number): number | null {
  if (values.practice === 'none') return 0;
  if (values.practice === 'hours') {
    return lengthOf(values.practiceHours, 0);
  }
  const untilMs = instantOf(values.practiceDate, values.practiceTime);
  return untilMs === null ? null : untilMs - endMs;
}

/** How the fields show times. A length with seconds is shown in whole minutes: unchanged fields are not sent. */
export function timeValuesOf(times: ContestTimes): TimeValues {
  const { startTimeMs, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs } = times;
  const duration = partsOf(Math.ceil(durationTimeMs / MINUTE_MS));
  const freeze = partsOf(Math.round((durationTimeMs - relativeFreezeTimeMs) / MINUTE_MS));
  const practiceEndMs = startTimeMs + durationTimeMs + practiceDurationTimeMs;
  const hasRoundPractice = practiceDurationTimeMs % (HOUR_MS / 2) === 0;
  const practice = practiceDurationTimeMs === 0 ? 'none' : hasRoundPractice ? 'hours' : 'date';
  return {
    ...{ startDate: dateOf(startTimeMs), startTime: clockOf(startTimeMs) },
    ...{ durationHours: duration.hours, durationMinutes: duration.minutes },
    ...{ freezeHours: freeze.hours, freezeMinutes: freeze.minutes },
    ...{ practice, practiceHours: Math.round((practiceDurationTimeMs / HOUR_MS) * 1000) / 1000 },
    ...{ practiceDate: dateOf(practiceEndMs), practiceTime: clockOf(practiceEndMs) },
  };
}

/** Instant of a date and a time of the day in the viewer's zone; null for an incomplete one. */
export function instantOf(date: string, clock: string): number | null {
  const atMs = new Date(`${date}T${clock}`).getTime();
  return date === '' || clock === '' || Number.isNaN(atMs) ? null : atMs;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Date of an instant in the viewer's zone, as fields of dates hold it. */
export function dateOf(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export function clockOf(atMs: number): string {
  const at = new Date(atMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Next full hour in the viewer's zone. */
export const nextHour = (nowMs: number) => new Date(nowMs).setMinutes(60, 0, 0);

/** Whether a contest starts when people sleep, from 2:00 to 5:59; mostly a slip of the hand. */
export function startsAtNight({ startTime }: Pick<TimeValues, 'startTime'>): boolean {
  const hour = Number(startTime.slice(0, 2));
  return startTime !== '' && hour > 1 && hour < 6;
}

/** A start that is asked about before it is stored, since it is mostly a slip of the hand. */
export type StartQuestion = 'past' | 'begun' | 'night';

/**
 * What is asked about a start, in this order: a contest that is over or runs at once by it, and any new start at night. One
 * that has begun is not asked about again: what another start does to it is shown before it is stored.
 *
 * @param former what the form was filled with; null for a new contest
 */
export function startQuestions(
  values: TimeValues,
  { former, nowMs }: { former: TimeValues | null; nowMs: number },
): StartQuestion[] {
  const times = timesOf(values);
  const questions: StartQuestion[] = [];
  const isSameStart = former?.startDate === values.startDate && former.startTime === values.startTime;
  const formerStartMs = former === null ? null : instantOf(former.startDate, former.startTime);
  const wasAhead = formerStartMs === null || formerStartMs > nowMs;
  if (wasAhead && isOver(times, nowMs)) questions.push('past');
  else if (wasAhead && times !== null && times.startTimeMs < nowMs) questions.push('begun');
  if (!isSameStart && startsAtNight(values)) questions.push('night');
  return questions;
}

/** Whether a contest with these times is over already, with its practice: a date that was not changed. */
export function isOver(times: ContestTimes | null, nowMs: number): boolean {
  const isWhole = times !== null && times.durationTimeMs > 0 && times.practiceDurationTimeMs >= 0;
  return isWhole && practiceEndTimeMs(times) <= nowMs;
}
