import type { ContestMessage, MessageList } from '@balloon/contracts/messages.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { withRead } from '#features/messages/message-lists.ts';
import { inboxQuery, markMessagesRead } from '#features/messages/messages.data.ts';
import { serverNowMs } from '#shared/server-clock.ts';

/** As many as one call takes. */
const AT_ONCE = 200;

/**
 * Marks as read what is on the screen of somebody who looks at it. Gives those that were unread when they came onto the
 * screen: they stay marked as new for as long as it is open.
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
        queryClient.setQueryData(
          inboxQuery(contestId).queryKey,
          (list: MessageList | undefined) => list && withRead(list, new Set(ids), serverNowMs()),
        ),
      // Tried again when the list comes next; nobody is bothered with it.
      () => {
        for (const id of ids) asked.current.delete(id);
      },
    );
  }, [contestId, isSeen, queryClient, wanted]);

  return fresh;
}
