import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/ratings/rating-index.module.css';

/** Leads admins to where ratings are computed and looked at before they are stored. */
export function ComputeButton() {
  const { t } = useTranslation();
  return (
    <Button
      className={classes.compute ?? ''}
      component={Link}
      to="/admin/rating/compute"
      variant="default"
      leftSection={<IconCalculator size={18} aria-hidden />}
    >
      {t('rating.compute')}
    </Button>
  );
}
