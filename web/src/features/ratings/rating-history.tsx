import type { CurrentRating, RatingHistory as History } from '@balloon/contracts/ratings.ts';
import { Select } from '@mantine/core';
import { IconChartLine, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contestQuery } from '#features/contests/contests.data.ts';
import { GroupStanding } from '#features/ratings/group-standing.tsx';
import { HistoryFacts } from '#features/ratings/history-facts.tsx';
import { HistorySkeleton } from '#features/ratings/history-skeleton.tsx';
import { HistoryTable } from '#features/ratings/history-table.tsx';
import type { HistoryOf } from '#features/ratings/open-rating-history.tsx';
import { RatingChart } from '#features/ratings/rating-chart.tsx';
import classes from '#features/ratings/rating-history.module.css';
import { groupsOfUserQuery, ratingHistoryQuery } from '#features/ratings/ratings.data.ts';
import { EmptyState, ErrorState } from '#shared/states.tsx';

export interface RatingHistoryProps {
  person: HistoryOf;
  onOpenOther: (person: HistoryOf) => void;
}

/** The content of the dialog: group, place and rating, chart, contests, and on demand the whole group. */
export default function RatingHistory({ person, onOpenOther }: RatingHistoryProps) {
  const { t } = useTranslation();
  const { groups, groupId, setGroupId, isReady, error, retry } = useGroupChoice(person);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!isReady) return <HistorySkeleton />;
  if (groupId === undefined) {
    return (
      <EmptyState
        icon={<IconUsersGroup size={44} stroke={1.4} aria-hidden />}
        title={t('rating.noGroupsTitle')}
        text={t('rating.noGroupsOfUser')}
      />
    );
  }
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

/** The chosen group; at first that of the caller, else the first of the contest's that the person is in, else their first. */
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

/** The wire says `{}` for nobody's. */
const currentOf = ({ currentRating }: History) =>
  'groupRank' in currentRating ? (currentRating as CurrentRating) : null;
