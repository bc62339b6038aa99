import type { ScoreboardRow, TableRows } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { RowPlace } from '@balloon/domain/scoreboard/table-delta.ts';
import {
  type PageFacts,
  rowText,
  type ShownPage,
  type ShownRow,
} from '#features/scoreboard/look/table-text.ts';

/** What has to be told of a page to those who have an earlier version of it. */
export function changeBetween(before: ShownPage, after: ShownPage): Omit<TableRows, 'table'> {
  const known = new Map(before.rows.map((row) => [row.userId, row]));
  const rows: ScoreboardRow[] = [];
  const places: TableRows['places'] = [];
  after.rows.forEach((row, index) => {
    const there = before.rows[index];
    if (there && there.userId === row.userId && there.place === row.place && isSameRow(there, row)) return;
    const former = known.get(row.userId);
    const place = placeOf(row);
    if (former && isSameRow(former, row) && !placeOf(former).extraTimeMs && !place.extraTimeMs)
      places.push({ index, userId: row.userId, ...place });
    else rows.push(JSON.parse(rowText(row)));
  });
  return {
    from: before.version,
    to: after.version,
    length: after.rows.length,
    rows,
    places,
    facts: changedFacts(before.facts, after.facts),
  };
}

const isSameRow = (one: ShownRow, other: ShownRow) =>
  one.user.digest === other.user.digest && one.result.digest === other.result.digest;

const placeOf = ({ place }: ShownRow): RowPlace & { extraTimeMs?: number } => JSON.parse(`{${place}}`);

function changedFacts(before: PageFacts, after: PageFacts): TableRows['facts'] {
  const names = ['rowsNumber', 'statistics', 'lastSolutionSentAtMs', 'isFrozen'] as const;
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
