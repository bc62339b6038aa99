import type { Contest } from '@balloon/contracts/contests.ts';
import { contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconBalloon, IconTable, IconTrendingUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import {
  CONTESTS_PAGE_SIZE,
  type ContestListChoice,
  contestListQuery,
} from '#features/contests/contests.data.ts';
import { StatusName } from '#features/contests/status-name.tsx';
import classes from '#features/ratings/rating-index.module.css';
import { positiveIds } from '#features/ratings/rating-index.url.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { withoutBefore } from '#shared/ui/forms/use-typed.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const PAGER_REACH = 5;

export interface ContestPickerProps {
  listing: ContestListChoice;
  /** Ticked contests of the address. */
  contestIds: readonly number[];
  toolbar: ReactNode;
  onTick: (contestIds: readonly number[]) => void;
  /** Address of a page of the list. */
  pagePath: (page: number, contestIds: readonly number[]) => string;
  /** Goes to a page of the newest choice, which may not be drawn yet. */
  onPage: (page: number) => void;
  /** Address of the table made from contests. */
  tablePath: (contestIds: readonly number[]) => string;
}

/** Contests to tick; ticks are kept in the address and so from page to page. */
export function ContestPicker(props: ContestPickerProps) {
  const { t } = useTranslation();
  const { listing, toolbar, onTick, pagePath, onPage, tablePath } = props;
  const { page, query } = listing;
  const [contestIds, tick] = useTicked(props.contestIds, onTick);
  const { data, error, refetch, isPlaceholderData } = useQuery(contestListQuery(listing));
  const last = pagesNumber(data?.contestsNumber ?? 0, CONTESTS_PAGE_SIZE);
  const toggle = (id: number) =>
    tick(contestIds.includes(id) ? contestIds.filter((one) => one !== id) : [...contestIds, id]);
  if (data && page > last && !isPlaceholderData) {
    return <Navigate replace to={pagePath(last, contestIds)} />;
  }
  return (
    <>
      {toolbar}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PickerSkeleton />}
      {data?.contests.length === 0 && (
        <EmptyState
          icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
          title={t(query === '' ? 'rating.noContestsTitle' : 'contests.nothingFound')}
          text={t(query === '' ? 'rating.noContestsText' : 'contests.nothingFoundText')}
        />
      )}
      {data && data.contests.length > 0 && (
        <>
          <ul className={classes.rows} aria-busy={isPlaceholderData}>
            {data.contests.map((contest) => (
              <PickRow
                key={contest.id}
                contest={contest}
                isChosen={contestIds.includes(contest.id)}
                onToggle={() => toggle(contest.id)}
              />
            ))}
          </ul>
          <Pager
            current={page}
            last={last}
            reach={PAGER_REACH}
            to={(to) => pagePath(to, contestIds)}
            onPage={onPage}
          />
          <ChosenBar contestIds={contestIds} tablePath={tablePath} onClear={() => tick([])} />
        </>
      )}
    </>
  );
}

/**
 * Ticked contests of the address, updated at once: quick clicks come before it has changed. A choice that arrives there while
 * newer ones are on their way takes none of their ticks off.
 */
function useTicked(inAddress: readonly number[], onTick: ContestPickerProps['onTick']) {
  const [ticked, setTicked] = useState(inAddress);
  const text = inAddress.join(',');
  /** What the address has, and then what it is going to have. */
  const asked = useRef<readonly string[]>([text]);
  useEffect(() => {
    if (!asked.current.includes(text)) setTicked(positiveIds(text));
    asked.current = withoutBefore(text, asked.current);
  }, [text]);
  const tick = (ids: readonly number[]) => {
    asked.current = [...asked.current, ids.join(',')];
    setTicked(ids);
    onTick(ids);
  };
  return [ticked, tick] as const;
}

function PickRow({
  contest,
  isChosen,
  onToggle,
}: {
  contest: Contest;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const me = useMe();
  const status = useAtServerNow((nowMs) => contestStatus(contest, nowMs));
  const id = useId();
  const isClosed = !contest.isEnabled && !me.isSupervisor;
  return (
    <li>
      <label className={classes.row} htmlFor={id} data-chosen={isChosen} data-closed={isClosed}>
        <Checkbox id={id} size="md" checked={isChosen} disabled={isClosed} onChange={onToggle} />
        <span className={classes.contest}>
          <span className={classes.name}>
            {contest.name}
            <span className={classes.number}>#{contest.id}</span>
            {contest.isRated && (
              <span className={classes.rated}>
                <IconTrendingUp size={16} stroke={2} aria-hidden />
                {t('contests.rated')}
              </span>
            )}
          </span>
          <span className={classes.facts}>
            <StatusName status={status} />
            <time dateTime={new Date(contest.startTimeMs).toISOString()}>
              {formats.dateTime(contest.startTimeMs)}
            </time>
            <span>{t('contests.participants', { count: contest.participantsNumber })}</span>
          </span>
          {me.isSupervisor && <GroupChips groups={contest.allowedGroups} />}
        </span>
      </label>
    </li>
  );
}

interface ChosenBarProps extends Pick<ContestPickerProps, 'contestIds' | 'tablePath'> {
  onClear: () => void;
}

function ChosenBar({ contestIds, tablePath, onClear }: ChosenBarProps) {
  const { t } = useTranslation();
  const count = contestIds.length;
  return (
    <div className={classes.bar}>
      <span className={classes.chosen} role="status">
        {count === 0 ? t('rating.chooseContests') : t('rating.chosen', { count })}
      </span>
      {count > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {t('rating.clearChosen')}
        </Button>
      )}
      {count > 0 ? (
        <Button component={Link} to={tablePath(contestIds)} leftSection={<IconTable size={18} aria-hidden />}>
          {t('rating.showScores')}
        </Button>
      ) : (
        <Button disabled leftSection={<IconTable size={18} aria-hidden />}>
          {t('rating.showScores')}
        </Button>
      )}
    </div>
  );
}

function PickerSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={70} radius="sm" />
      ))}
    </div>
  );
}
