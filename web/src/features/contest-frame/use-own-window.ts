import type { Contest } from '@balloon/contracts/contests.ts';
import { endTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { windowChange } from '#features/contests/own-window.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { useFormats } from '#shared/text/format.ts';
import { showDone, showWarning } from '#shared/ui/toasts/toasts.ts';

/**
 * Follows the viewer's own window of a floating contest: what organisers do with it is there at once and in words, and
 * after a start that was taken back the screen is the one from which it is made again.
 */
export function useOwnWindow(contest: Contest | undefined): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { t } = useTranslation();
  const formats = useFormats();
  const known = useRef(contest);
  useSocketEvent('contest changed', ({ contestId, isOwn }) => {
    if (!isOwn || contestId !== contest?.id) return;
    for (const queryKey of [
      ['contest', contestId],
      ['contest', contestId, 'own-time'],
    ])
      void queryClient.invalidateQueries({ queryKey, exact: true });
  });
  const tell = useEffectEvent((before: Contest, after: Contest) => {
    const change = windowChange(before, after);
    if (change === null) return;
    if (change === 'takenBack') {
      void navigate(`/contest/${after.id}`);
      // What was read in the former window is not for before the next one.
      void queryClient.resetQueries({
        queryKey: ['contest', after.id],
        predicate: ({ queryKey }) => queryKey.length > 2,
      });
      return showWarning(t('ownStart.takenBack'));
    }
    const end = formats.dateTime(endTimeMs(after));
    if (change === 'extended') showDone(t('ownStart.extended', { end }));
    else showWarning(t('ownStart.shortened', { end }));
  });
  useEffect(() => {
    const before = known.current;
    known.current = contest;
    const isSame = before?.id === contest?.id && before?.ownTeam?.id === contest?.ownTeam?.id;
    if (before && contest && isSame) tell(before, contest);
  }, [contest]);
}
