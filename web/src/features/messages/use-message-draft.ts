import { useSyncExternalStore } from 'react';
import { readDraft, removeSent, watchDrafts, writeDraft } from '#features/messages/message-drafts.ts';

export interface MessageDraft {
  text: string;
  setText: (text: string) => void;
  /** Takes out what was sent, and returns what was written since, which stays. */
  removeSent: (sent: string) => string;
}

/** Draft of a text that outlives leaving the screen; `place` identifies the draft. */
export function useMessageDraft(place: string): MessageDraft {
  return {
    text: useSyncExternalStore(watchDrafts, () => readDraft(place)),
    setText: (text) => writeDraft(place, text),
    removeSent: (sent) => removeSent(place, sent),
  };
}
