import { compareTotals } from '@balloon/domain/ceremony/resolver.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/ceremony.module.css';
import type { CeremonyCell, Scene, Script } from '#features/ceremony/ceremony-state.ts';

/** Rows that are drawn above and below the one that is looked at. */
const ABOVE = 9;
const BELOW = 3;

/** The table around the row that is looked at; rows glide to their places. */
export function CeremonyTable({ script, scene }: { script: Script; scene: Scene }) {
  const { t } = useTranslation();
  const { problems } = script.ceremony;
  const first = Math.max(0, Math.min(scene.place - ABOVE, scene.table.length - ABOVE - BELOW - 1));
  const shown = scene.table.slice(first, first + ABOVE + BELOW + 1);
  const ranks = ranksOf(script, scene.table);
  return (
    <ul
      className={classes.table}
      aria-label={t('ceremony.table')}
      style={{ height: `calc(${shown.length} * var(--row-height))` }}
    >
      {shown
        .map((row, index) => ({ row, place: first + index }))
        .sort((one, other) => one.row.userId - other.row.userId)
        .map(({ row, place }) => (
          // Rows keep their order in the document, so that only their transform changes when they move.
          <li
            key={row.userId}
            className={classes.row}
            data-looked={place === scene.place}
            data-settled={row.isSettled}
            style={{ transform: `translateY(calc(${place - first} * var(--row-height)))` }}
          >
            <span className={classes.rank}>{ranks[place] ?? '–'}</span>
            <span className={classes.name}>{script.people.get(row.userId)?.name}</span>
            <span className={classes.cells}>
              {row.cells.map((cell, position) => (
                <Cell
                  key={problems[position]?.index ?? position}
                  letter={problems[position]?.index ?? ''}
                  cell={cell}
                  isOpened={scene.opened?.userId === row.userId && scene.opened.position === position}
                />
              ))}
            </span>
            <span className={classes.solved}>{row.totals.solved}</span>
            <span className={classes.penalty}>{Math.floor(row.totals.penaltySec / 60)}</span>
          </li>
        ))}
    </ul>
  );
}

function Cell({ letter, cell, isOpened }: { letter: string; cell: CeremonyCell; isOpened: boolean }) {
  const state = stateOf(cell);
  return (
    <span className={classes.cell} data-state={state} data-opened={isOpened}>
      <span className={classes.letter}>{letter}</span>
      <span>{textOf(cell)}</span>
    </span>
  );
}

function stateOf({ penaltyMin, isFrozen, isFirstSolve, wrongTries }: CeremonyCell) {
  if (penaltyMin !== undefined) return isFirstSolve ? 'first' : 'solved';
  if (isFrozen) return 'hidden';
  return wrongTries > 0 ? 'wrong' : 'none';
}

function textOf({ penaltyMin, isFrozen, wrongTries, pendingTries }: CeremonyCell): string {
  if (penaltyMin !== undefined) return wrongTries > 0 ? `+${wrongTries}` : '+';
  if (isFrozen) return `? ${pendingTries}`;
  return wrongTries > 0 ? `−${wrongTries}` : '';
}

/** Ranks as they stand now; ties share the first place of theirs, and who is out of the ranking has none. */
function ranksOf({ people }: Script, table: Scene['table']): (number | null)[] {
  let above: Scene['table'][number] | null = null;
  let [rank, places] = [0, 0];
  return table.map((row) => {
    if (people.get(row.userId)?.hasPlace === false) return null;
    places += 1;
    if (!above || compareTotals(above.totals, row.totals) !== 0) rank = places;
    above = row;
    return rank;
  });
}
