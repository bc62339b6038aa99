import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRejudging } from '#features/solutions/resets.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/**
 * Judges every solution of the contest again, after a question that states their number.
 *
 * @param props.isStale whether the number is still that of a filter
 */
export function RejudgeContestButton({
  contestId,
  count,
  isStale,
}: {
  contestId: number;
  count: number;
  isStale: boolean;
}) {
  const { t } = useTranslation();
  const start = useRejudging(contestId);
  const rejudge = useMutation({
    mutationFn: () => start({}),
    onSuccess: showDone,
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
      disabled={count === 0 || isStale}
      onClick={ask}
    >
      {t('deciding.all')}
    </Button>
  );
}
