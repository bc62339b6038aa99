/** A cell of the table, as far as the order depends on it; see `ViewedCell`. */
export interface ResolvedCell {
  /** Seconds that the cell adds to the penalty; absent while the problem is unsolved. */
  scoreSec?: number | undefined;
  /** Contest time of the solve in seconds, as far as the contest counts it. */
  timeSec?: number | undefined;
  isFrozen?: true | undefined;
}

/** A row at the beginning of the ceremony. */
export interface ResolvedRow<Cell extends ResolvedCell = ResolvedCell> {
  userId: number;
  /** Seconds that organisers added to the penalty. */
  adjustmentSec: number;
  /** Stands after everybody, whatever it solved. */
  isDisqualified: boolean;
  /** Cells as the freeze shows them, in the order of the problems. */
  frozen: readonly Cell[];
  /** Cells without the freeze, in the same order. */
  final: readonly Cell[];
}

/** Rules of the contest on which the order depends. */
export interface ResolverRules {
  /** Whether the sum of seconds counts as whole minutes. */
  roundsSum: boolean;
  /** Whether the earlier last solve is better among equal results. */
  breaksTies: boolean;
}

/** What happens next on the screen of the ceremony. */
export type ResolverStep =
  /** A cell of the row at `place` is opened; the row goes up to `toPlace`, or stays. Places count from 0 at the top. */
  | { kind: 'reveal'; userId: number; position: number; place: number; toPlace: number }
  /** Nothing about the row at `place` is hidden any more: this is where it ends. */
  | { kind: 'settle'; userId: number; place: number };

interface LiveRow {
  row: ResolvedRow;
  cells: ResolvedCell[];
  totals: Totals;
  /** Its place among rows with the same result. */
  tie: number;
}

/**
 * The way from the frozen table to the final one: from the lowest row up, its hidden cells are opened from the left; a
 * row that solves goes up at once, and the row that takes its place is next.
 *
 * @param rows in the order of the frozen table
 * @param tieOrder user ids in the order in which rows with the same result stand, now and at any step; places in the final
 *   table would not do, because they put a row whose better result is still hidden above its equals
 */
export function resolverSteps(
  rows: readonly ResolvedRow[],
  tieOrder: readonly number[],
  rules: ResolverRules,
): ResolverStep[] {
  const ties = new Map(tieOrder.map((userId, tie) => [userId, tie]));
  const live = rows.map((row) => liveRow(row, ties.get(row.userId) ?? 0, rules));
  const steps: ResolverStep[] = [];
  for (let place = live.length - 1; place >= 0; ) {
    const current = live[place];
    if (!current) break;
    const { userId } = current.row;
    const position = current.cells.findIndex((cell, index) => isHidden(cell, current.row.final[index]));
    if (position === -1) {
      steps.push({ kind: 'settle', userId, place });
      place -= 1;
      continue;
    }
    open(current, position, rules);
    const toPlace = placeFor(live, current, place);
    live.splice(place, 1);
    live.splice(toPlace, 0, current);
    steps.push({ kind: 'reveal', userId, position, place, toPlace });
  }
  return steps;
}

function liveRow(row: ResolvedRow, tie: number, rules: ResolverRules): LiveRow {
  return { row, cells: [...row.frozen], tie, totals: totalsOf(row, row.frozen, rules) };
}

/** What the place of a row depends on. */
export interface Totals {
  isDisqualified: boolean;
  solved: number;
  penaltySec: number;
  /** Contest time of the last solve where it breaks ties, else 0. */
  tieSec: number;
}

/** Result of a row with these cells, as the table counts it. */
export function totalsOf(
  { adjustmentSec, isDisqualified }: Pick<ResolvedRow, 'adjustmentSec' | 'isDisqualified'>,
  cells: readonly ResolvedCell[],
  { roundsSum, breaksTies }: ResolverRules,
): Totals {
  const solves = cells.filter(({ scoreSec }) => scoreSec !== undefined);
  const sum = solves.reduce((total, { scoreSec = 0 }) => total + scoreSec, adjustmentSec);
  return {
    ...{ isDisqualified, solved: solves.length },
    penaltySec: roundsSum ? 60 * Math.floor(sum / 60) : sum,
    tieSec: breaksTies ? solves.reduce((last, { timeSec = 0 }) => Math.max(last, timeSec), 0) : 0,
  };
}

/** Better results first; 0 for rows that share a place. */
export function compareTotals(a: Totals, b: Totals): number {
  if (a.isDisqualified || b.isDisqualified) return Number(a.isDisqualified) - Number(b.isDisqualified);
  return b.solved - a.solved || a.penaltySec - b.penaltySec || a.tieSec - b.tieSec;
}

/** Whether a cell shows less than there is: tries whose outcome the freeze hides. */
function isHidden(shown: ResolvedCell, final: ResolvedCell | undefined): boolean {
  return shown !== final && shown.isFrozen === true;
}

function open(current: LiveRow, position: number, rules: ResolverRules): void {
  const final = current.row.final[position];
  if (final) current.cells[position] = final;
  current.totals = totalsOf(current.row, current.cells, rules);
}

/** The highest place that the row at `place` reaches; it never goes down. */
function placeFor(live: readonly LiveRow[], current: LiveRow, place: number): number {
  let to = place;
  while (to > 0) {
    const above = live[to - 1];
    if (!above || compare(above, current) <= 0) break;
    to -= 1;
  }
  return to;
}

/** Better rows first, and equal ones, as in the table. */
function compare(a: LiveRow, b: LiveRow): number {
  return compareTotals(a.totals, b.totals) || a.tie - b.tie;
}

/** A row on the screen of the ceremony. */
export interface ShownRow<Cell extends ResolvedCell = ResolvedCell> {
  userId: number;
  cells: readonly Cell[];
  totals: Totals;
  /** Whether it stands where it ends. */
  isSettled: boolean;
}

/** The table after the first steps, in order. */
export function tableAfter<Cell extends ResolvedCell>(
  rows: readonly ResolvedRow<Cell>[],
  steps: readonly ResolverStep[],
  number: number,
  rules: ResolverRules,
): ShownRow<Cell>[] {
  const byId = new Map(rows.map((row) => [row.userId, row]));
  const table = rows.map((row) => shownRow(row, row.frozen, rules));
  for (const step of steps.slice(0, number)) {
    const current = table[step.place];
    if (!current) continue;
    if (step.kind === 'settle') {
      table[step.place] = { ...current, isSettled: true };
      continue;
    }
    const row = byId.get(step.userId);
    const final = row?.final[step.position];
    const cells = current.cells.map((cell, index) => (index === step.position ? (final ?? cell) : cell));
    table.splice(step.place, 1);
    if (row) table.splice(step.toPlace, 0, shownRow(row, cells, rules));
  }
  return table;
}

const shownRow = <Cell extends ResolvedCell>(
  row: ResolvedRow<Cell>,
  cells: readonly Cell[],
  rules: ResolverRules,
): ShownRow<Cell> => ({
  ...{ userId: row.userId, cells, isSettled: false },
  totals: totalsOf(row, cells, rules),
});
