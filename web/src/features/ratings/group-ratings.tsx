import type { RatedGroup } from '@balloon/contracts/ratings/ratings.ts';
import { Select, Skeleton } from '@mantine/core';
import { IconSearchOff, IconTrophy, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-index.module.css';
import { type RatingChoice, ratingPath } from '#features/ratings/rating-index.url.ts';
import { RatingTable } from '#features/ratings/rating-table.tsx';
import { ratedGroupsQuery, ratingTableQuery } from '#features/ratings/ratings.data.ts';
import { ZoneLegend } from '#features/ratings/zone-legend.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 200;

const PAGE_SIZE = 50;
const PAGER_REACH = 5;

export interface GroupRatingsProps {
  choice: RatingChoice;
  onChange: (change: Partial<RatingChoice>) => void;
}

/** Rated people of a group, with search and pages. */
export function GroupRatings({ choice, onChange }: GroupRatingsProps) {
  const { t } = useTranslation();
  const { data: groups, error, refetch } = useQuery(ratedGroupsQuery);
  if (groups === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TableSkeleton />;
  }
  const group = groups.find(({ id }) => id === choice.groupId) ?? firstGroup(groups);
  if (group === undefined) {
    return (
      <EmptyState
        icon={<IconUsersGroup size={44} stroke={1.4} aria-hidden />}
        title={t('rating.noGroupsTitle')}
        text={t('rating.noGroupsText')}
      />
    );
  }
  return (
    <>
      <search className={classes.toolbar}>
        <Select
          className={classes.group ?? ''}
          aria-label={t('rating.group')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(group.id)}
          onChange={(value) => onChange({ groupId: Number(value) })}
          allowDeselect={false}
          searchable={groups.length > 7}
        />
        <SearchField
          debounceMs={SEARCH_DEBOUNCE_MS}
          label={t('rating.searchPeople')}
          query={choice.query}
          onSearch={(query) => onChange({ query })}
        />
      </search>
      <ZoneLegend />
      <GroupTable choice={choice} groupId={group.id} />
    </>
  );
}

/** Group shown first: one's own with ratings, otherwise one's own, otherwise any with ratings. */
function firstGroup(groups: readonly RatedGroup[]): RatedGroup | undefined {
  const own = groups.filter(({ isMember }) => isMember);
  const rated = (list: readonly RatedGroup[]) => list.find(({ ratedNumber }) => ratedNumber > 0);
  return rated(own) ?? own[0] ?? rated(groups) ?? groups[0];
}

function GroupTable({ choice, groupId }: { choice: RatingChoice; groupId: number }) {
  const { t } = useTranslation();
  const me = useMe();
  const { data, error, refetch } = useQuery(ratingTableQuery(groupId));
  const found = useMemo(() => {
    const wanted = choice.query.trim().toLowerCase();
    const isFound = ({ fullName, username }: { fullName: string; username: string }) =>
      `${fullName} ${username}`.toLowerCase().includes(wanted);
    return data?.filter(({ User }) => wanted === '' || isFound(User)) ?? [];
  }, [data, choice.query]);
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TableSkeleton />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconTrophy size={44} stroke={1.4} aria-hidden />}
        title={t('rating.emptyTitle')}
        text={t('rating.emptyText')}
      />
    );
  }
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<IconSearchOff size={44} stroke={1.4} aria-hidden />}
        title={t('rating.nobodyTitle')}
        text={t('rating.nobodyText')}
      />
    );
  }
  const last = pagesNumber(found.length, PAGE_SIZE);
  const page = Math.min(choice.page, last);
  const rows = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const own = data.find(({ userId }) => userId === me.id);
  return (
    <>
      <RatingTable rows={rows} own={own} groupId={groupId} />
      <Pager
        current={page}
        last={last}
        reach={PAGER_REACH}
        to={(to) => ratingPath({ ...choice, groupId, page: to })}
      />
    </>
  );
}

function TableSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Skeleton key={row} height={40} radius="sm" />
      ))}
    </div>
  );
}
