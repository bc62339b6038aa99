import { useDocumentVisibility } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadQuery } from '#features/chat/chat.data.ts';
import { showRead } from '#features/chat/use-chat-events.ts';
import { post } from '#shared/api/calls/api.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';

/**
 * Marks the peer's messages as read as soon as they can be seen: not in a hidden window.
 *
 * @param newestUnreadId among the peer's messages on the screen
 */
export function useReading(peerId: number, ownId: number, newestUnreadId: number | undefined): void {
  const queryClient = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const { mutate } = useMutation({
    mutationFn: (_id: number) => post('/api/chat/chatMessages/read', { peerUserId: peerId }),
    retry: (_failures, error) => isConnectionTrouble(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    networkMode: 'always',
    meta: { ownError: true, quiet: true },
    onSuccess: (_done, id) => {
      showRead(queryClient, { id, userId: peerId, recipientUserId: ownId }, ownId);
      void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey });
    },
  });
  useEffect(() => {
    if (isVisible && newestUnreadId !== undefined) mutate(newestUnreadId);
  }, [isVisible, newestUnreadId, mutate]);
}
