/** Participant of the sample contest; the password is generated at first start. */
export interface SampleParticipant {
  login: string;
  firstName: string;
  lastName: string;
}

/** Sample contest as the database needs it: every instant in milliseconds, the rest relative to the start. */
export interface SampleContest {
  /** Name for all languages, since a contest has only one, so this one is in two. */
  name: string;
  startTimeMs: number;
  durationTimeMs: number;
  /** Time from the start at which the public table stops. */
  relativeFreezeTimeMs: number;
  /** Duration of the practice after the end: the problems can still be tried days later. */
  practiceDurationTimeMs: number;
  participants: readonly SampleParticipant[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Participants for a first look at the table. */
export const SAMPLE_PARTICIPANTS: readonly SampleParticipant[] = [
  { login: 'anna', firstName: 'Анна', lastName: 'Воздухова' },
  { login: 'boris', firstName: 'Борис', lastName: 'Гелиев' },
  { login: 'chen', firstName: 'Chen', lastName: 'Yun' },
];

/**
 * Returns the sample contest for a server that starts for the first time at `nowMs`: half an hour of five is over, so
 * that it can be entered, submitted to and watched at once.
 */
export function sampleContest(nowMs: number): SampleContest {
  const durationTimeMs = 5 * HOUR_MS;
  return {
    name: 'Пробный шар · Trial Balloon',
    startTimeMs: nowMs - 30 * MINUTE_MS,
    durationTimeMs,
    relativeFreezeTimeMs: durationTimeMs - HOUR_MS,
    practiceDurationTimeMs: 7 * DAY_MS,
    participants: SAMPLE_PARTICIPANTS,
  };
}
