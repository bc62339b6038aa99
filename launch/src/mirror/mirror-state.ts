import { PublicContest, PublicRow, PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { z } from 'zod';

/** Name of a file with rows: their hash, so that a file never changes and equal rows are fetched once. */
const PART_NAME = /^[0-9a-f]{32}\.json$/;

/** A file with rows. */
export const MirrorPart = z.object({ rows: z.array(PublicRow) });
export type MirrorPart = z.infer<typeof MirrorPart>;

/** What `state.json` tells the page: which rows there are and how new they are. */
export const MirrorState = z.object({
  contestId: z.number().int(),
  /** `waiting`: the contest has not begun; `closed`: the site shows this table no more. */
  phase: z.enum(['waiting', 'open', 'closed']),
  contest: PublicContest.nullable(),
  problems: PublicTable.shape.problems,
  isFrozen: z.boolean(),
  /** Files with rows, in order. */
  parts: z.array(z.string().regex(PART_NAME)),
  rowsNumber: z.number().int(),
  isReachable: z.boolean(),
  /** Instant of the site's last answer; null before the first. */
  checkedAtMs: z.number().nullable(),
});
export type MirrorState = z.infer<typeof MirrorState>;

export const emptyState = (contestId: number): MirrorState => ({
  ...{ contestId, phase: 'waiting', contest: null, problems: [], isFrozen: false },
  ...{ parts: [], rowsNumber: 0, isReachable: true, checkedAtMs: null },
});
