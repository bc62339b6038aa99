import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/maintenance/server.module.css';

const TILES = ['web', 'judges', 'queue', 'database', 'backup', 'disk'];
const ROWS = ['first', 'second', 'third'];

/** Placeholder in the shape of the screen while its state loads. */
export function ServerSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" role="status" aria-label={t('progress.label')}>
      <div className={classes.tiles}>
        {TILES.map((tile) => (
          <Skeleton key={tile} height={92} />
        ))}
      </div>
      <Skeleton height={24} width={140} mt={36} mb={16} />
      {ROWS.map((row) => (
        <Skeleton key={row} height={48} mb={8} />
      ))}
    </div>
  );
}
