import type { Frame, FrameRow } from '@balloon/domain/ceremony/frame.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/ceremony.module.css';

/** The table around the row that is looked at; rows glide to their places. */
export function CeremonyTable({ frame }: { frame: Frame }) {
  const { t } = useTranslation();
  return (
    <ul
      className={classes.table}
      aria-label={t('ceremony.table')}
      style={{ height: `calc(${frame.rows.length} * var(--row-height))` }}
    >
      {/* Rows keep their order in the document, so that only their transform changes when they move. */}
      {[...frame.rows]
        .sort((one, other) => one.key - other.key)
        .map((row) => (
          <li
            key={row.key}
            className={classes.row}
            data-looked={row.isLooked}
            data-settled={row.isSettled}
            style={{ transform: `translateY(calc(${row.place} * var(--row-height)))` }}
          >
            <span className={classes.rank}>{row.rank ?? '–'}</span>
            <span className={classes.name}>{row.name}</span>
            <span className={classes.cells}>
              {row.cells.map((cell, position) => (
                <Cell
                  key={frame.problems[position] ?? position}
                  letter={frame.problems[position] ?? ''}
                  cell={cell}
                />
              ))}
            </span>
            <span className={classes.solved}>{row.solved}</span>
            <span className={classes.penalty}>{row.penaltyMin}</span>
          </li>
        ))}
    </ul>
  );
}

function Cell({ letter, cell }: { letter: string; cell: FrameRow['cells'][number] }) {
  return (
    <span className={classes.cell} data-state={cell.state} data-opened={cell.isOpened}>
      <span className={classes.letter}>{letter}</span>
      <span>{cell.text}</span>
    </span>
  );
}
