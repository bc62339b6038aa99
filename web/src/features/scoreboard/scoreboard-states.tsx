import { Button, Skeleton } from '@mantine/core';
import { IconLock, IconUsers, IconZoomExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/scoreboard/scoreboard.module.css';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Placeholder of a table that is loading. */
export function ScoreboardSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={38} radius="sm" />
      ))}
    </div>
  );
}

/** Notice for a table without participants, or without matches of the filter. */
export function NobodyYet({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconZoomExclamation size={44} stroke={1.4} aria-hidden />}
        title={t('scoreboard.notFoundTitle')}
        text={t('scoreboard.notFoundText')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('scoreboard.showEverybody')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconUsers size={44} stroke={1.4} aria-hidden />}
      title={t('scoreboard.emptyTitle')}
      text={t('scoreboard.emptyText')}
    />
  );
}

/** Error of a table; before the viewer's own start of a floating contest the way to its button. */
export function ScoreboardError(props: { contestId: number; error: Error; onRetry: () => void }) {
  const { contestId, error, onRetry } = props;
  const { t } = useTranslation();
  if (!(error instanceof ApiError) || error.code !== 'CONTEST_NOT_STARTED') {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon={<IconLock size={44} stroke={1.4} aria-hidden />}
      title={t('scoreboard.closedTitle')}
      text={t('scoreboard.closedText')}
      action={
        <Button component={Link} to={`/contest/${contestId}`} variant="default">
          {t('problems.toAbout')}
        </Button>
      }
    />
  );
}
