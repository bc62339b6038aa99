import { useState } from 'react';
import { readStored, writeStored } from '#shared/api/storage.ts';

/** Draft of a text that outlives leaving the screen; `place` identifies the draft. */
export function useMessageDraft(place: string): [string, (text: string) => void] {
  const key = `message_${place}`;
  const [text, setText] = useState(() => {
    const stored = readStored<unknown>(key, '');
    return typeof stored === 'string' ? stored : '';
  });
  return [
    text,
    (newText) => {
      writeStored(key, newText);
      setText(newText);
    },
  ];
}
