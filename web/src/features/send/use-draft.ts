import { useState } from 'react';
import { clearDraft, readDraft, writeDraft } from '#features/send/drafts.ts';

/** Unsent source of one problem; every change is stored in the browser at once. */
export function useDraft(contestId: number, letter: string) {
  const [draft, setDraft] = useState(() => ({ letter, text: readDraft(contestId, letter) }));
  const text = draft.letter === letter ? draft.text : readDraft(contestId, letter);
  if (draft.letter !== letter) setDraft({ letter, text });
  return {
    text,
    change(newText: string) {
      writeDraft(contestId, letter, newText);
      setDraft({ letter, text: newText });
    },
    clear() {
      clearDraft(contestId, letter);
      setDraft({ letter, text: '' });
    },
  };
}
