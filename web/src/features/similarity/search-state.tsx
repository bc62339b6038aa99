import type { SimilarityReport } from '@balloon/contracts/solutions/similarity.ts';
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCancelComparison } from '#features/similarity/similarity.data.ts';
import classes from '#features/similarity/similarity.module.css';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** What the newest comparison does or did, and what it could not. */
export function SearchState({ report }: { report: SimilarityReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { state, comparedNumber, startedAtMs, endedAtMs } = report;
  if (state === 'running') return <Running report={report} />;
  return (
    <>
      <p className={classes.state} aria-live="polite">
        {state === 'cancelled' && t('similarity.cancelled', { time: formats.dateTime(startedAtMs ?? 0) })}
        {state === 'done' &&
          t('similarity.done', {
            count: comparedNumber,
            number: formats.number(comparedNumber),
            time: formats.dateTime(endedAtMs ?? 0),
          })}
      </p>
      {state === 'done' && <Missing report={report} />}
    </>
  );
}

function Running({ report }: { report: SimilarityReport }) {
  const { t } = useTranslation();
  const { contest, partsNumber, endedParts, waitsFor } = report;
  const cancelling = useCancelComparison(contest.id);
  async function cancel() {
    const isSure = await confirm({
      ...{ title: t('similarity.cancelTitle'), text: t('similarity.cancelText') },
      ...{ yes: t('similarity.cancelYes'), no: t('similarity.cancelKeep'), isDestructive: true },
    });
    if (isSure) cancelling.mutate();
  }
  return (
    <div className={classes.running}>
      <div className={classes.runningHead}>
        <p className={classes.state} aria-live="polite">
          {t(`similarity.waits.${waitsFor ?? 'none'}`)}
        </p>
        <Button variant="default" loading={cancelling.isPending} onClick={() => void cancel()}>
          {t('similarity.cancel')}
        </Button>
      </div>
      <Progress
        value={(endedParts / partsNumber) * 100}
        color={waitsFor === null ? 'brand' : 'gray'}
        aria-label={t('similarity.progressLabel')}
      />
      <p className={classes.parts}>{t('similarity.progress', { count: partsNumber, done: endedParts })}</p>
    </div>
  );
}

/** Solutions that are missing among those compared. */
function Missing({ report: { contest, leftOut, failedProblems } }: { report: SimilarityReport }) {
  const { t } = useTranslation();
  return (
    <>
      {failedProblems.length > 0 && (
        <p className={classes.missing}>
          {t('similarity.failedProblems', { problems: failedProblems.join(', ') })}
        </p>
      )}
      {leftOut.length > 0 && (
        <section className={classes.missing}>
          <p className={classes.missingHead}>{t('similarity.leftOut')}</p>
          <ul>
            {leftOut.map(({ id, symbolIndex, author }) => (
              <li key={id}>
                <Link to={`/contest/${contest.id}/source/${id}`}>
                  {symbolIndex}. {author.fullName || author.username}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
