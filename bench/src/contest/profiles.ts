import type { Arrivals } from '#contest/busiest-minute.ts';

/** Crowd of one run. */
export interface Profile {
  title: string;
  people: number;
  /** Part of the people who look at the table. */
  openTables: number;
  /** Earlier solutions of each person. */
  historyEach: number;
  arrivals: Arrivals;
  /** How many of the last seconds of the contest. */
  seconds: number;
  webs: number;
  /** Whether each web has a core of its own and everything else the others. */
  isPinned?: boolean;
  isJudged: boolean;
  /** Slots of the judges, and how long a solution keeps one busy. */
  judgeSlots: number;
  judgingMs: number;
  /** Statements that people open, and sign-ins, in each second of the load. */
  statementsPerSec: number;
  signInsPerSec: number;
  limits: Limits;
}

/** Highest values that meet the targets of a profile; times are of the 99th percentile. */
export interface Limits {
  acceptedMs: number;
  heardMs?: number;
  tableAgeMs?: number;
  answeredMs?: number;
  /** CPU time of a web, % of a core. */
  webPercent?: number;
  webMb: number;
}

/** The last minute of a national qualification of 2,400 teams, with a quarter of them before the table. */
const LAST_MINUTES: Profile = {
  title: 'The last minute of a contest',
  ...{ people: 2_500, openTables: 0.25, historyEach: 20, seconds: 60 },
  arrivals: { curve: 'qualification', factor: 1 },
  ...{ webs: 1, isJudged: true, judgeSlots: 8, judgingMs: 0 },
  // Each hundredth person opens a statement, and one in each second comes back to another browser.
  ...{ statementsPerSec: 25, signInsPerSec: 1 },
  limits: { acceptedMs: 200, heardMs: 500, tableAgeMs: 2_000, answeredMs: 200, webPercent: 70, webMb: 400 },
};

/** Crowds by their names on the command line; another one is a line here. */
export const PROFILES = {
  'last-minutes': LAST_MINUTES,
  'two-webs': { ...LAST_MINUTES, title: 'The last minute of a contest, on two webs', webs: 2 },
  intake: {
    title: 'Ten thousand people send, and nothing is judged',
    ...{ people: 10_000, openTables: 0.1, historyEach: 5, arrivals: { perSec: 40 }, seconds: 60 },
    ...{ webs: 1, isJudged: false, judgeSlots: 0, judgingMs: 0, statementsPerSec: 0, signInsPerSec: 0 },
    limits: { acceptedMs: 300, webMb: 1_000 },
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

/** Name under which the figures of a profile are kept; the first profile has that of the bench itself. */
export const figuresName = (name: ProfileName) => (name === 'last-minutes' ? 'contest' : `contest-${name}`);
