import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-index.module.css';
import { computeRatings } from '#features/ratings/ratings.data.ts';
import { confirm } from '#shared/ui/confirm.tsx';
import { showDone } from '#shared/ui/toasts.ts';

/** Button by which admins compute all ratings again, after a question; shows how much was computed. */
export function ComputeButton() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const computing = useMutation({
    mutationFn: computeRatings,
    onSuccess: async (count) => {
      await queryClient.invalidateQueries({ queryKey: ['rating'] });
      showDone(t('rating.computed', { count }));
    },
  });
  async function compute() {
    const isSure = await confirm({
      title: t('rating.computeTitle'),
      text: t('rating.computeText'),
      yes: t('rating.compute'),
    });
    if (isSure) computing.mutate();
  }
  return (
    <Button
      className={classes.compute ?? ''}
      variant="default"
      leftSection={<IconCalculator size={18} aria-hidden />}
      loading={computing.isPending}
      onClick={() => void compute()}
    >
      {t('rating.compute')}
    </Button>
  );
}
