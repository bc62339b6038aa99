import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { staleSummaryQuery, useRejudgeStale } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Offers to judge stale verdicts again, with their number and the places that may move; absent while there are none. */
export function StaleOffer({ problemId }: { problemId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(staleSummaryQuery(problemId));
  const rejudge = useRejudgeStale(problemId, (number) =>
    showDone(t('problemEditor.rejudged', { count: number })),
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
            <li key={id}>{t('problemEditor.staleIn', { name, number: solutionsNumber })}</li>
          ))}
        </ul>
        <Button loading={rejudge.isPending} onClick={() => void ask()}>
          {t('problemEditor.rejudge', { count })}
        </Button>
      </Notice>
    </div>
  );
}
