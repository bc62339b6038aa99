import type { Connection } from '@balloon/database/connect.ts';
import type { Web } from '@balloon/e2e/sites/processes.ts';
import type { Member } from '#contest/crowd.ts';
import type { SimulatedJudges } from '#contest/simulated-judges.ts';

/** What all do at the same moment, and how many they are. */
export interface Storm {
  people: number;
  /** Time within which all of them open problem A. */
  bellMs: number;
  signIns: number;
  signInsMs: number;
  /** Length of the live load during which stretches with and without rejudging take turns. */
  liveSeconds: number;
  /** Length of a stretch without rejudging; one with it clears verdicts about as long as it takes to judge in such a time. */
  stretchSeconds: number;
  /** Storms that come; all have the same hall of people. */
  parts: readonly StormPart[];
}

/** Storms in their order. */
export const STORM_PARTS = ['bell', 'telling', 'sign-ins', 'rejudging', 'restart'] as const;
export type StormPart = (typeof STORM_PARTS)[number];

export const STORM: Storm = {
  ...{ people: 5_000, bellMs: 5_000 },
  ...{ signIns: 2_500, signInsMs: 120_000 },
  ...{ liveSeconds: 230, stretchSeconds: 8 },
  parts: STORM_PARTS,
};

/** Pages that come back after a restart in a bench of its own. */
export const RETURNING = 20_000;

/** A contest with a hall of people, before which the storms come. */
export interface StormSite {
  web: Web;
  /** Ends the web and starts it again at the same address; resolves when it answers. */
  restartWeb(): Promise<void>;
  database: Connection;
  contestId: number;
  members: readonly Member[];
  /** Session of a person who supervises the contest. */
  adminToken: string;
  judges: SimulatedJudges;
}
