import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-index.module.css';
import { computeRatings } from '#features/ratings/ratings.data.ts';
import { confirm } from '#shared/confirm.tsx';
import { showNotice } from '#shared/toasts.ts';

/** Admins: all ratings anew, after a question; tells how much was computed. */
export function ComputeButton() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const computing = useMutation({
    mutationFn: computeRatings,
    onSuccess: async (count) => {
      await queryClient.invalidateQueries({ queryKey: ['rating'] });
      showNotice(t('rating.computed', { count }));
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
