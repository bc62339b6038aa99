/**
 * Keys of the advisory locks that Balloon takes by number, each for one purpose. They stand in one table, since two that are
 * equal make strangers wait for each other. Locks of a person or a contest hash a text instead.
 */
export const ADVISORY_LOCKS = {
  /** Migrations, one process at a time. */
  migration: 7_266_201,
  /** Template of the databases of tests. */
  testTemplate: 7_266_202,
  /** First start of a site. */
  installation: 7_266_203,
  /** Draining of judges. */
  drain: 7_266_204,
  /** Backups, one at a time. */
  backup: 7_266_205,
  /** Beginning of a backup: of two at the same moment one is refused. */
  backupStart: 7_266_211,
  /** Trial runs that waited too long, looked for by one process at a time. */
  overdueTrialRuns: 7_266_206,
  /** Computation of ratings. */
  ratings: 7_266_209,
  /** Decisions about computed ratings. */
  ratingDecision: 7_266_210,
  /** Admins who lose their role: the last two must not lose it at the same time. */
  lastAdmin: 7_301,
} as const;
