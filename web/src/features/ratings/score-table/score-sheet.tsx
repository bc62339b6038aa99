import type { ScoreTable } from '@balloon/contracts/ratings/ratings.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RatedName } from '#features/ratings/rated-name.tsx';
import classes from '#features/ratings/score-table/score-table.module.css';
import { useMe } from '#shared/api/queries/session.ts';

export interface ScoreSheetProps {
  header: ScoreTable['header'];
  rows: ScoreTable['rows'];
  isStale: boolean;
}

/** Scores over contests: sticky head, places and names; two columns a contest, then the totals. */
export function ScoreSheet({ header, rows, isStale }: ScoreSheetProps) {
  const { t } = useTranslation();
  const [firstContest] = header.row;
  return (
    <div className={classes.scroller} data-stale={isStale || undefined}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('rating.scoresTitle')}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={classes.place}>
              {t('rating.place')}
            </th>
            <th scope="col" rowSpan={2} className={classes.name}>
              {t('rating.participant')}
            </th>
            {header.row.map(({ id, name }) => (
              <th key={id} scope="colgroup" colSpan={2} className={classes.contest}>
                <Link to={`/contest/${id}`} target="_blank" title={name}>
                  <span className={classes.id}>#{id}</span> {name}
                </Link>
              </th>
            ))}
            <th scope="colgroup" colSpan={3} className={classes.contest}>
              {t('rating.totals')}
            </th>
          </tr>
          <tr>
            {header.row.map(({ id }) => (
              <PairHeads key={id} />
            ))}
            <PairHeads />
            <th scope="col" className={classes.sum}>
              {t('rating.sum')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.user.id}
              row={row}
              contestIds={header.row.map(({ id }) => id)}
              contestId={firstContest?.id}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PairHeads() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col" className={classes.first} title={t('rating.inTimeLong')}>
        {t('rating.inTime')}
      </th>
      <th scope="col" title={t('rating.laterLong')}>
        {t('rating.later')}
      </th>
    </>
  );
}

interface RowProps {
  row: ScoreTable['rows'][number];
  contestIds: readonly number[];
  contestId: number | undefined;
}

function Row({ row, contestIds, contestId }: RowProps) {
  const { t } = useTranslation();
  const isOwn = useMe().id === row.user.id;
  return (
    <tr data-own={isOwn || undefined}>
      <td className={classes.place}>{String(row.displayRank).replace('-', '–')}</td>
      <th scope="row" className={classes.name}>
        <span className={classes.person}>
          <RatedName user={row.user} {...(contestId === undefined ? {} : { contestId })} />
        </span>
        {isOwn && <span className={classes.you}>{t('common.you')}</span>}
      </th>
      {row.row.map(([inTime, later], column) => (
        <Pair key={contestIds[column]} inTime={inTime} later={later} />
      ))}
      <Pair inTime={row.scoreInTime} later={row.scoreInPractice} />
      <td className={classes.sum}>{score(row.scoreSum)}</td>
    </tr>
  );
}

function Pair({ inTime, later }: { inTime: number; later: number }) {
  return (
    <>
      <td className={classes.first} data-nothing={inTime === 0 || undefined}>
        {score(inTime)}
      </td>
      <td data-nothing={later === 0 || undefined}>{score(later)}</td>
    </>
  );
}

/** Rounds to two decimals. */
const score = (value: number) => String(Math.round(value * 100) / 100);
