import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { withRead } from '#features/messages/data/message-lists.ts';
import { inboxQuery, markMessagesRead } from '#features/messages/data/messages.data.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

/** Maximum number of messages per call. */
const AT_ONCE = 200;

/**
 * Marks shown messages as read while the window is visible. Returns those that were unread when they
 * appeared: they stay marked as new as long as the screen is open.
 */
export function useMarkShown(contestId: number, shown: readonly ContestMessage[]): ReadonlySet<number> {
  const queryClient = useQueryClient();
  const isSeen = useDocumentVisibility() === 'visible';
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const asked = useRef(new Set<number>());
  const unread = shown.filter(({ message }) => !message.isRead).map(({ message }) => message.id);
  const wanted = unread.join();

  useEffect(() => {
    const ids = wanted
      .split(',')
      .map(Number)
      .filter((id) => id > 0 && !asked.current.has(id))
      .slice(0, AT_ONCE);
    if (!isSeen || ids.length === 0) return;
    for (const id of ids) asked.current.add(id);
    setFresh((known) => new Set([...known, ...ids]));
    markMessagesRead(contestId, ids).then(
      () =>
        changeLoaded(
          queryClient,
          inboxQuery(contestId).queryKey,
          (list) => list && withRead(list, new Set(ids), serverNowMs()),
        ),
      // Retried silently when the list is loaded next.
      () => {
        for (const id of ids) asked.current.delete(id);
      },
    );
  }, [contestId, isSeen, queryClient, wanted]);

  return fresh;
}
