import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReopen } from '#features/results/results.data.ts';
import classes from '#features/results/results.module.css';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

const MAX_REASON = 500;

/** Opens final results again, with a reason that stays in the log of changes. */
export function ReopenForm({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const reopening = useReopen(contestId, () => showDone(t('results.reopened')));
  async function reopen() {
    const isSure = await confirm({
      title: t('results.reopenTitle'),
      text: t('results.reopenText'),
      yes: t('results.reopen'),
      isDestructive: true,
    });
    if (!isSure) return;
    reopening.mutate({ reason });
  }
  return (
    <SavingForm
      isSaving={reopening.isPending}
      className={classes.reopen}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') void reopen();
      }}
    >
      <Textarea
        label={t('results.reason')}
        description={t('results.reasonHint')}
        value={reason}
        maxLength={MAX_REASON}
        autosize
        minRows={2}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        c="var(--wrong)"
        disabled={reason.trim() === ''}
        loading={reopening.isPending}
      >
        {t('results.reopen')}
      </Button>
    </SavingForm>
  );
}
