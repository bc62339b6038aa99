import { Button } from '@mantine/core';
import { IconLock, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/groups/group.module.css';
import { RatingTable } from '#features/ratings/rating-table.tsx';
import { ratingTableQuery } from '#features/ratings/ratings.data.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Number of people that the page of a group shows. */
const SHOWN = 20;

/** The best of a group by rating; only members and admins may see them. */
export function GroupRatings({ groupId }: { groupId: number }) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const { data, error, refetch } = useQuery(ratingTableQuery(groupId));
  if (data === undefined) {
    if (error === null) return <RowsPlaceholder />;
    if (error instanceof ApiError && error.status === 404) return <ForMembers />;
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconTrophy size={44} stroke={1.4} aria-hidden />}
        title={t('rating.emptyTitle')}
        text={t(isAdmin ? 'groups.noRatingsText' : 'rating.emptyText')}
        action={
          isAdmin && (
            <Button component={Link} to="/admin/rating/compute">
              {t('groups.toRatings')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <RatingTable rows={data.slice(0, SHOWN)} own={undefined} groupId={groupId} />
      <Link className={classes.more} to={`/rating?group=${groupId}`}>
        {t('rating.wholeTable', { count: data.length })}
      </Link>
    </>
  );
}

function ForMembers() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconLock size={44} stroke={1.4} aria-hidden />}
      title={t('groups.ratingsOfMembersTitle')}
      text={t('groups.ratingsOfMembersText')}
    />
  );
}
