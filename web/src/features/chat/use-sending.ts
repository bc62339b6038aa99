import type { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { showMessage } from '#features/chat/chat.data.ts';
import type { StoredUnsent } from '#features/chat/chat-storage.ts';
import { addUnsent, type DialogName, listOf, noteUnsent, removeUnsent } from '#features/chat/outbox.ts';
import { post } from '#shared/api/calls/api.ts';
import { isConnectionTrouble, newIdempotencyKey } from '#shared/api/calls/sure-sending.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { sendAsAuthor } from '#shared/api/queries/send-as-author.ts';

/** Keys of the messages being sent now, from any screen. */
const underway = new Set<string>();

/**
 * Sends to a dialog, one message after the other. Without a connection it retries until there is one, also
 * after a reload, always under the same key, so that each message arrives once; a refused message waits for
 * the person.
 *
 * @param chatId id under which the person chats
 */
export function useSending(dialog: DialogName, chatId: number) {
  const { peerId } = dialog;
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: `chat ${peerId}` },
    mutationFn: async (unsent: StoredUnsent) => {
      try {
        return await sendAsAuthor(queryClient, unsent, ({ text, key }) => {
          const body = { recipientUserId: peerId, message: text, attachments: {}, idempotencyKey: key };
          return post<ChatEnvelope>('/api/chat/chatMessages', body);
        });
      } catch (error) {
        if (isConnectionTrouble(error)) noteUnsent(dialog, unsent.key, { state: 'waiting', error });
        throw error;
      }
    },
    retry: (_failures, error) => isConnectionTrouble(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    // The browser may report "offline" in a closed network, so the requests are tried anyway.
    networkMode: 'always',
    meta: { ownError: true, quiet: true },
    onSuccess: (envelope, { key }) => {
      showMessage(queryClient, envelope, chatId);
      removeUnsent(dialog, key);
    },
    onError(error, { key }) {
      // What its author has left behind waits until they are back.
      const isLeft = error instanceof DOMException && error.name === 'AbortError';
      noteUnsent(dialog, key, { state: isLeft ? 'waiting' : 'refused', error });
    },
    onSettled: (_envelope, _error, { key }) => void underway.delete(key),
  });

  function start(unsent: StoredUnsent) {
    if (underway.has(unsent.key)) return;
    underway.add(unsent.key);
    mutate(unsent);
  }
  const sendWhatIsLeft = useEffectEvent(() => {
    for (const unsent of listOf(dialog)) if (unsent.state !== 'refused') start(unsent);
  });
  useEffect(() => sendWhatIsLeft(), []);

  return {
    send(text: string) {
      const unsent = { key: newIdempotencyKey(), text, writtenAtMs: serverNowMs() };
      addUnsent(dialog, unsent);
      start(unsent);
    },
    /** Sends a refused message again. */
    sendAgain(unsent: StoredUnsent) {
      noteUnsent(dialog, unsent.key, { state: 'sending', error: null });
      start(unsent);
    },
  };
}
