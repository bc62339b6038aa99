import type { CurrentRating, RatingHistory as History } from '@balloon/contracts/ratings/ratings.ts';
import { Select } from '@mantine/core';
import { IconChartLine, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contestQuery } from '#features/contests/contests.data.ts';
import { GroupStanding } from '#features/ratings/history/group-standing.tsx';
import { HistoryFacts } from '#features/ratings/history/history-facts.tsx';
import { HistorySkeleton } from '#features/ratings/history/history-skeleton.tsx';
import { HistoryTable } from '#features/ratings/history/history-table.tsx';
import type { HistoryOf } from '#features/ratings/history/open-rating-history.tsx';
import { RatingChart } from '#features/ratings/history/rating-chart.tsx';
import classes from '#features/ratings/history/rating-history.module.css';
import {
  groupsOfUserQuery,
  historyWithoutGroupQuery,
  ratingHistoryQuery,
} from '#features/ratings/ratings.data.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

export interface RatingHistoryProps {
  person: HistoryOf;
  onOpenOther: (person: HistoryOf) => void;
}

/** Content of the dialog: group, place and rating, chart, contests, and on demand the whole group. */
export default function RatingHistory({ person, onOpenOther }: RatingHistoryProps) {
  const { t } = useTranslation();
  const { groups, groupId, setGroupId, isReady, error, retry } = useGroupChoice(person);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!isReady) return <HistorySkeleton />;
  if (groupId === undefined) return <HistoryWithoutGroup userId={person.userId} />;
  return (
    <div className={classes.history}>
      {groups.length === 1 ? (
        <p className={classes.only}>{t('rating.inGroup', { group: groups[0]?.name })}</p>
      ) : (
        <Select
          className={classes.group ?? ''}
          label={t('rating.group')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(groupId)}
          onChange={(value) => value !== null && setGroupId(Number(value))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <HistoryInGroup key={groupId} person={person} groupId={groupId} onOpenOther={onOpenOther} />
    </div>
  );
}

/** Empty state: the user is in no group, or only in groups that the caller may not see. */
function HistoryWithoutGroup({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(historyWithoutGroupQuery(userId));
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <HistorySkeleton />;
  }
  const isHidden = data.hasHiddenGroups === true;
  return (
    <EmptyState
      icon={<IconUsersGroup size={44} stroke={1.4} aria-hidden />}
      title={t(isHidden ? 'rating.hiddenGroupsTitle' : 'rating.noGroupsTitle')}
      text={t(isHidden ? 'rating.hiddenGroupsText' : 'rating.noGroupsOfUser')}
    />
  );
}

/**
 * State of the chosen group; at first the caller's, otherwise the first of the contest's groups that the
 * person is in, otherwise the person's first.
 */
function useGroupChoice({ userId, contestId, groupId: wantedId }: HistoryOf) {
  const [chosenId, setGroupId] = useState<number>();
  const groups = useQuery(groupsOfUserQuery(userId));
  const contest = useQuery({ ...contestQuery(contestId ?? 0), enabled: contestId !== undefined });
  const isIn = (id: number | undefined) => groups.data?.some((group) => group.id === id) ?? false;
  const ofContest = contest.data?.allowedGroups.find(({ id }) => isIn(id))?.id;
  const firstId = isIn(wantedId) ? wantedId : (ofContest ?? groups.data?.[0]?.id);
  return {
    groups: groups.data ?? [],
    groupId: chosenId ?? firstId,
    setGroupId,
    isReady: groups.data !== undefined && !contest.isLoading,
    error: groups.data === undefined ? groups.error : null,
    retry: () => void groups.refetch(),
  };
}

function HistoryInGroup({ person, groupId, onOpenOther }: RatingHistoryProps & { groupId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ratingHistoryQuery(person.userId, groupId));
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <HistorySkeleton />;
  }
  const current = currentOf(data);
  return (
    <>
      {current === null ? (
        <EmptyState
          icon={<IconChartLine size={44} stroke={1.4} aria-hidden />}
          title={t('rating.unratedTitle')}
          text={t('rating.unratedText')}
        />
      ) : (
        <>
          <HistoryFacts current={current} />
          <RatingChart changes={data.ratingChanges} />
          <HistoryTable changes={data.ratingChanges} />
          <p className={classes.computed}>{t('rating.onlyRated')}</p>
        </>
      )}
      <GroupStanding groupId={groupId} shownUserId={person.userId} onOpen={onOpenOther} />
    </>
  );
}

/** Returns null for `{}`, which the server sends for an unrated person. */
const currentOf = ({ currentRating }: History) =>
  'groupRank' in currentRating ? (currentRating as CurrentRating) : null;
