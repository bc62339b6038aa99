import type { QueuedWork } from '@balloon/contracts/site/maintenance.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/maintenance/server.module.css';

/** Name of a language of our own judge; those of older sites keep their key, and packages have none. */
export function languageName(key: string): string | null {
  if (key === 'package') return null;
  return Object.entries(LANGUAGES).find(([known]) => known === key)?.[1].name ?? key;
}

/** What is judged or built, and where it belongs. */
export function WorkSubject({ work: { contest, problem, solutionId, fileName } }: { work: QueuedWork }) {
  const { t } = useTranslation();
  const name = fileName ?? problem?.title ?? '–';
  return (
    <>
      {solutionId !== null && contest ? (
        <Link
          to={`/contest/${contest.id}/source/${solutionId}`}
        >{`${t('common.number', { id: solutionId })}, ${name}`}</Link>
      ) : (
        name
      )}
      {contest && <span className={classes.under}>{contest.name}</span>}
    </>
  );
}

/** Kind of the work, and what is special about it. */
export function WorkRemarks({ work: { kind, isInFront, isRejudged } }: { work: QueuedWork }) {
  const { t } = useTranslation();
  const remarks = [isRejudged && t('server.rejudged'), isInFront && t('server.inFront')].filter(Boolean);
  return <span className={classes.under}>{[t(`server.kindOne.${kind}`), ...remarks].join(' · ')}</span>;
}

/** How far it is, and with which judge. */
export function WorkState({
  work: { state, testNumber, testsNumber, judge, attempt },
}: {
  work: QueuedWork;
}) {
  const { t } = useTranslation();
  const text =
    state === 'testing'
      ? t('server.work.testing', { number: testNumber, of: testsNumber ?? '?' })
      : t(`server.work.${state}`);
  const where = [judge, attempt > 1 && t('server.attempt', { attempt })].filter(Boolean).join(' · ');
  return (
    <>
      {text}
      {where !== '' && <span className={classes.under}>{where}</span>}
    </>
  );
}
