import type { Rejudging } from '@balloon/contracts/solutions/rejudgings.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/rejudgings/rejudgings.module.css';
import { rejudgingsPath } from '#features/rejudgings/rejudgings.url.ts';
import { useFormats } from '#shared/text/format.ts';

/** Rejudgings of a contest, newest first. */
export function RejudgingTable({
  contestId,
  rejudgings,
}: {
  contestId: number;
  rejudgings: readonly Rejudging[];
}) {
  const { t } = useTranslation();
  return (
    <section className={classes.box} aria-label={t('rejudgings.earlier')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('rejudgings.reason')}</th>
            <th scope="col">{t('rejudgings.state')}</th>
            <th scope="col" className={classes.figure}>
              {t('rejudgings.solutions')}
            </th>
            <th scope="col">{t('rejudgings.author')}</th>
            <th scope="col">{t('rejudgings.begun')}</th>
          </tr>
        </thead>
        <tbody>
          {rejudgings.map((one) => (
            <Row key={one.id} contestId={contestId} rejudging={one} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ contestId, rejudging }: { contestId: number; rejudging: Rejudging }) {
  const { dateTime, number } = useFormats();
  const { id, reason, solutionsNumber, author, createdAtMs } = rejudging;
  return (
    <tr>
      <th scope="row">
        <Link className={classes.reason} to={`${rejudgingsPath(contestId)}/${id}`}>
          {reason}
        </Link>
      </th>
      <td>
        <StateName rejudging={rejudging} />
      </td>
      <td className={classes.figure}>{number(solutionsNumber)}</td>
      <td>{author ? author.fullName || author.username : '—'}</td>
      <td>{dateTime(createdAtMs)}</td>
    </tr>
  );
}

/** State in words, with the progress while judges are at it. */
export function StateName({ rejudging }: { rejudging: Rejudging }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { state, endedRuns, runsNumber } = rejudging;
  return (
    <span className={classes.state} data-state={state}>
      {t(`rejudgings.states.${state}`, { ended: number(endedRuns), all: number(runsNumber) })}
    </span>
  );
}
