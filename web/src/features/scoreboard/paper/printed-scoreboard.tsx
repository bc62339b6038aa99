import type { Contest } from '@balloon/contracts/contests.ts';
import type { ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { useTranslation } from 'react-i18next';
import { freezeTextKey } from '#features/scoreboard/freeze-text.ts';
import classes from '#features/scoreboard/paper/printed-scoreboard.module.css';
import { useFrozenSentence, useResultsText } from '#features/scoreboard/results-note.tsx';
import { penaltyText, placeText } from '#features/scoreboard/rows/row-text.ts';
import { CellContent, submissionsOf } from '#features/scoreboard/rows/scoreboard-cell.tsx';
import type { Scope } from '#features/scoreboard/scoreboard-place.ts';
import { WithOrganization } from '#features/teams/with-organization.tsx';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { useFormats } from '#shared/text/format.ts';

export interface PrintedScoreboardProps {
  contest: Contest;
  table: ScoreboardPage;
  /** Instant of the table's state, in milliseconds. */
  stateMs: number;
  /** Whether it contains results that the freeze hides from participants. */
  isSecret: boolean;
  /** `null` while the contest and its practice have the same results. */
  scope: Scope | null;
}

/** Fuller than the labels of the switch, which is not on paper. */
const SCOPE_TEXTS = { contest: 'print.contest', practice: 'print.practice' } as const;

/**
 * The table on paper: A4 landscape, black on white, the head on every sheet. The screen is not printed
 * (`no-print`).
 */
export function PrintedScoreboard({ contest, table, stateMs, isSecret, scope }: PrintedScoreboardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { header, rows } = table;
  const freezeKey = freezeTextKey(table, contest);
  const sentence = useFrozenSentence(contest);
  const results = useResultsText(contest);
  const since = formatContestTime(contestTimeMs(contest, stateMs));
  return (
    <div className={classes.paper} style={{ '--problems': header.length } as React.CSSProperties}>
      <h1 className={classes.title}>{contest.name}</h1>
      <p className={classes.state}>
        {t('print.state', { time: `${formats.exact(stateMs)} (${formats.zone(stateMs)})`, since })}
        {scope !== null && !(table.isFrozen && scope === 'contest') && ` · ${t(SCOPE_TEXTS[scope])}`}
        {freezeKey !== null && ` · ${t(freezeKey, { until: formats.time(lastEndTimeMs(contest)) })}`}
        {isSecret && <strong> · {t('print.secret')}</strong>}
      </p>
      {table.isFrozen && <p className={classes.state}>{sentence}</p>}
      {results && (
        <p className={classes.state}>
          <strong>{results.text}</strong>
        </p>
      )}
      <table className={classes.table}>
        <colgroup>
          <col className={classes.rank} />
          <col className={classes.name} />
          <col className={classes.total} />
          <col className={classes.penalty} />
          <col span={header.length} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('scoreboard.place')}</th>
            <th scope="col">{t('scoreboard.participant')}</th>
            <th scope="col">=</th>
            <th scope="col">{t('scoreboard.penaltyShort')}</th>
            {header.map(({ problemIndex }) => (
              <th key={problemIndex} scope="col">
                {problemIndex}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PrintedRow key={row.user.id} row={row} />
          ))}
          <tr>
            <td />
            <th scope="row">{t('monitor.statistics')}</th>
            <td />
            <td />
            {table.statistics.map(({ problemIndex, solved, tries }) => (
              <td key={problemIndex}>
                {solved}
                <small>{tries}</small>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className={classes.legend}>{t('print.legend')}</p>
    </div>
  );
}

function PrintedRow({ row }: { row: ScoreboardRow }) {
  return (
    <tr>
      <td>
        {placeText(row)}
        {row.rankAmongShown !== undefined && <small> ({row.rankAmongShown})</small>}
      </td>
      <th scope="row">
        <WithOrganization organization={row.user.organization}>
          {row.user.fullName || row.user.username}
        </WithOrganization>
      </th>
      <td>{row.acceptedSolutions}</td>
      <td>{penaltyText(row)}</td>
      {row.cells.map((cell) => (
        <td key={cell.problemSymbol} className={classes.cell}>
          <CellContent
            cell={cell}
            beside={cell.freeTries && <small className={classes.sent}>/{submissionsOf(cell)}</small>}
          />
        </td>
      ))}
    </tr>
  );
}
