import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { staleSummaryQuery, useRejudgeStale } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { ResetProgress } from '#features/solutions/reset-progress.tsx';
import { useResets } from '#features/solutions/resets.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Stale verdicts of a problem: how far those are that are judged again, and the offer to do it with the others. */
export function StaleVerdicts({ problemId }: { problemId: number }) {
  const isBeingReset = useResets({ problemId }).some(
    ({ handledNumber, solutionsNumber }) => handledNumber < solutionsNumber,
  );
  return (
    <>
      <ResetProgress of={{ problemId }} className={classes.offer} />
      {/* What is stale is counted anew when nothing is on its way into the queue. */}
      {!isBeingReset && <StaleOffer problemId={problemId} />}
    </>
  );
}

/** Offers to judge stale verdicts again, with their number and the places that may move; absent while there are none. */
function StaleOffer({ problemId }: { problemId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(staleSummaryQuery(problemId));
  const rejudge = useRejudgeStale(problemId, ({ count: number, resetId }) =>
    showDone(t(resetId === undefined ? 'problemEditor.rejudged' : 'deciding.manyBegun', { count: number })),
  );
  if (!data || data.solutionsNumber === 0) return null;
  const { solutionsNumber: count, acceptedNumber, participantsNumber, contests } = data;
  const facts = [
    t('problemEditor.staleAccepted', { count: acceptedNumber }),
    t('problemEditor.stalePlaces', { count: participantsNumber }),
  ].join(' ');
  async function ask() {
    const question = { title: t('problemEditor.rejudgeQuestion', { count }), text: facts };
    if (!(await confirm({ ...question, yes: t('problemEditor.rejudge', { count }) }))) return;
    rejudge.mutate();
  }
  return (
    <div className={classes.offer}>
      <Notice
        tone="warning"
        icon={<IconRefreshAlert size={20} aria-hidden />}
        title={t('problemEditor.stale', { count })}
      >
        <p className={classes.hint}>{facts}</p>
        <ul className={classes.offerList}>
          {contests.map(({ id, name, solutionsNumber }) => (
            <li key={id}>{t('problemEditor.staleIn', { name, number: formats.number(solutionsNumber) })}</li>
          ))}
        </ul>
        <Button loading={rejudge.isPending} onClick={() => void ask()}>
          {t('problemEditor.rejudge', { count })}
        </Button>
      </Notice>
    </div>
  );
}
