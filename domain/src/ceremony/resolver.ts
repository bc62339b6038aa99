/** A cell of the table, as far as the order depends on it; see `ViewedCell`. */
export interface ResolvedCell {
  penaltyMin?: number | undefined;
  isFrozen?: true | undefined;
}

/** A row at the beginning of the ceremony. */
export interface ResolvedRow<Cell extends ResolvedCell = ResolvedCell> {
  userId: number;
  /** Cells as the freeze shows them, in the order of the problems. */
  frozen: readonly Cell[];
  /** The same cells as they are. */
  final: readonly Cell[];
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
  solved: number;
  penalty: number;
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
export function resolverSteps(rows: readonly ResolvedRow[], tieOrder: readonly number[]): ResolverStep[] {
  const ties = new Map(tieOrder.map((userId, tie) => [userId, tie]));
  const live = rows.map((row) => liveRow(row, ties.get(row.userId) ?? 0));
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
    open(current, position);
    const toPlace = placeFor(live, current, place);
    live.splice(place, 1);
    live.splice(toPlace, 0, current);
    steps.push({ kind: 'reveal', userId, position, place, toPlace });
  }
  return steps;
}

function liveRow(row: ResolvedRow, tie: number): LiveRow {
  return { row, cells: [...row.frozen], tie, ...totalsOf(row.frozen) };
}

/** Number of solved problems and penalty of cells, as the table counts them. */
export function totalsOf(cells: readonly ResolvedCell[]): { solved: number; penalty: number } {
  return cells.reduce(
    (sum, { penaltyMin }) =>
      penaltyMin === undefined ? sum : { solved: sum.solved + 1, penalty: sum.penalty + penaltyMin },
    { solved: 0, penalty: 0 },
  );
}

/** Whether a cell shows less than there is: tries whose outcome the freeze hides. */
function isHidden(shown: ResolvedCell, final: ResolvedCell | undefined): boolean {
  return shown !== final && shown.isFrozen === true;
}

function open(current: LiveRow, position: number): void {
  const final = current.row.final[position];
  if (final) current.cells[position] = final;
  Object.assign(current, totalsOf(current.cells));
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
  return b.solved - a.solved || a.penalty - b.penalty || a.tie - b.tie;
}

/** A row on the screen of the ceremony. */
export interface ShownRow<Cell extends ResolvedCell = ResolvedCell> {
  userId: number;
  cells: readonly Cell[];
  solved: number;
  penalty: number;
  /** Whether it stands where it ends. */
  isSettled: boolean;
}

/** The table after the first steps, in order. */
export function tableAfter<Cell extends ResolvedCell>(
  rows: readonly ResolvedRow<Cell>[],
  steps: readonly ResolverStep[],
  number: number,
): ShownRow<Cell>[] {
  const finals = new Map(rows.map(({ userId, final }) => [userId, final]));
  const table = rows.map(({ userId, frozen }) => shownRow(userId, frozen));
  for (const step of steps.slice(0, number)) {
    const current = table[step.place];
    if (!current) continue;
    if (step.kind === 'settle') {
      table[step.place] = { ...current, isSettled: true };
      continue;
    }
    const final = finals.get(step.userId)?.[step.position];
    const cells = current.cells.map((cell, index) => (index === step.position ? (final ?? cell) : cell));
    table.splice(step.place, 1);
    table.splice(step.toPlace, 0, shownRow(step.userId, cells));
  }
  return table;
}

const shownRow = <Cell extends ResolvedCell>(userId: number, cells: readonly Cell[]): ShownRow<Cell> => ({
  ...{ userId, cells, isSettled: false },
  ...totalsOf(cells),
});
