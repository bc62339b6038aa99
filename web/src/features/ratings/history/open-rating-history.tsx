import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { HistorySkeleton } from '#features/ratings/history/history-skeleton.tsx';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { ON_PHONE } from '#shared/look/breakpoints.ts';
import { modals } from '#shared/ui/dialogs/modals.ts';

const RatingHistory = lazy(() => untilLoaded(() => import('#features/ratings/history/rating-history.tsx')));

const MODAL_ID = 'rating-history';

export interface HistoryOf {
  userId: number;
  name: string;
  contestId?: number | undefined;
  groupId?: number | undefined;
}

/**
 * Opens the history of a person's rating. The dialog belongs to the page and not to the name, which may
 * scroll away or be drawn again meanwhile.
 */
export function openRatingHistory(person: HistoryOf): void {
  modals.open({
    modalId: MODAL_ID,
    size: 920,
    fullScreen: matchMedia(ON_PHONE).matches,
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

/** Shows another person's history in the same dialog. */
function showOther(person: HistoryOf): void {
  modals.updateModal({ modalId: MODAL_ID, ...contentOf(person) });
}

export function closeRatingHistory(): void {
  modals.close(MODAL_ID);
}
