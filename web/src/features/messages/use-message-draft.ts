import { useState } from 'react';
import { readStored, writeStored } from '#shared/storage.ts';

/** A text that survives a look at another screen; `place` tells drafts apart. */
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
