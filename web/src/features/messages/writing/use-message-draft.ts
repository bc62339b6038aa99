import { useSyncExternalStore } from 'react';
import { readDraft, watchDrafts, writeDraft } from '#features/messages/writing/message-drafts.ts';
import { useMe } from '#shared/api/queries/session.ts';

export interface MessageDraft {
  text: string;
  setText: (text: string) => void;
}

/**
 * Draft of a text that outlives leaving the screen; the next person at this machine does not find it.
 *
 * @param form identifies the form, such as that of an answer to a question
 */
export function useMessageDraft(form: string): MessageDraft {
  const { id: ownId } = useMe();
  const place = `${form}_${ownId}`;
  return {
    text: useSyncExternalStore(watchDrafts, () => readDraft(place)),
    setText: (text) => writeDraft(place, text),
  };
}
