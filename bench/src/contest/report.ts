import type { Measured } from '#contest/contest-bench.ts';
import type { Profile } from '#contest/profiles.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';

/** Makes the table of a run; what did not happen in the profile is left out. */
export function rowsOf({ limits, webs, isJudged }: Profile, measured: Measured): MeasuredRow[] {
  const { bareMs, result, others, differences, database, cpu, webMb } = measured;
  const solutions = Math.max(1, result.accepted.length);
  const heard = isJudged
    ? [
        ...times('verdict heard by its author', result.heardMs, limits.heardMs),
        ...times('verdict shown by an open table', result.tableAgeMs, limits.tableAgeMs),
        count('verdicts not heard by their authors', result.unheard, 0),
        count('verdicts not shown by an open table', result.unshown, 0),
      ]
    : [];
  return [
    ...times('a bare insert with a commit, before the load', bareMs),
    ...times('a bare insert with a commit, during the load', database.bareMs),
    ...times('accepted', result.acceptMs, limits.acceptedMs),
    ...times('own pages and tables answered', result.answerMs, limits.answeredMs),
    ...(others.statementMs.length > 0
      ? times('statements opened', others.statementMs, limits.answeredMs)
      : []),
    ...(others.signedInMs.length > 0 ? times('signed in', others.signedInMs) : []),
    ...heard,
    count('receipts without their solution', differences.lost, 0),
    count('solutions with a smaller id than an earlier one', differences.disordered, 0),
    count('solutions without a verdict', differences.unjudged, 0),
    count('rows of the table that differ from the recomputation', differences.rows, 0),
    count('solutions refused for the moment (503)', result.refused),
    count(
      'pages, tables and statements refused for the moment (503)',
      result.readingsRefused + others.statementsRefused,
    ),
    count('tables read again after a gap', result.tableReadings),
    count('events sent to pages for each solution', result.traffic.events / solutions),
    count('KB of events sent to pages for each solution', result.traffic.bytes / 1024 / solutions),
    count('processor of the webs, % of a core', cpu.webs, limits.webPercent && limits.webPercent * webs),
    count('processor of the database, % of a core', cpu.database),
    count('processor of this generator, % of a core', cpu.own),
    count('lateness of this generator, p99 in ms', result.ownDelayMs),
    count('memory of the largest web, MB', webMb, limits.webMb),
    count('statements of the database for each solution', database.statements / solutions),
    count('commits of the database for each solution', database.commits / solutions),
    count('sessions waiting for a lock, on average', database.lockWaits / Math.max(1, database.samples)),
    count('sessions waiting for a lock, most at once', database.mostLockWaits),
  ];
}
