import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rejudgeMany } from '#features/solutions/deciding.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Judges every solution of the contest again, after a question that states their number. */
export function RejudgeContestButton({ contestId, count }: { contestId: number; count: number }) {
  const { t } = useTranslation();
  const rejudge = useMutation({
    mutationFn: () => rejudgeMany({ contestId }),
    onSuccess: (reply) => showDone(t('deciding.manyDone', { count: reply.count })),
  });
  async function ask() {
    const isWanted = await confirm({
      title: t('deciding.allTitle'),
      text: t('deciding.allText', { count }),
      yes: t('deciding.recheckMany'),
    });
    if (isWanted) rejudge.mutate();
  }
  return (
    <Button
      variant="default"
      ml="auto"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={rejudge.isPending}
      disabled={count === 0}
      onClick={ask}
    >
      {t('deciding.all')}
    </Button>
  );
}
