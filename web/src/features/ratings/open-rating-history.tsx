import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { HistorySkeleton } from '#features/ratings/history-skeleton.tsx';

const RatingHistory = lazy(() => import('#features/ratings/rating-history.tsx'));

const MODAL_ID = 'rating-history';

export interface HistoryOf {
  userId: number;
  name: string;
  contestId?: number | undefined;
  groupId?: number | undefined;
}

/**
 * Opens the history of somebody's rating. The dialog hangs from the page and not from the name, which may scroll
 * away or be drawn anew meanwhile.
 */
export function openRatingHistory(person: HistoryOf): void {
  modals.open({
    modalId: MODAL_ID,
    size: 920,
    fullScreen: matchMedia('(max-width: 760px)').matches,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    ...contentOf(person),
  });
}

function contentOf(person: HistoryOf) {
  return {
    title: i18next.t('rating.historyOf', { name: person.name }),
    children: (
      <Suspense fallback={<HistorySkeleton />}>
        <RatingHistory key={person.userId} person={person} onOpenOther={showOther} />
      </Suspense>
    ),
  };
}

/** The same dialog, about somebody else. */
function showOther(person: HistoryOf): void {
  modals.updateModal({ modalId: MODAL_ID, ...contentOf(person) });
}

export function closeRatingHistory(): void {
  modals.close(MODAL_ID);
}
