import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  clearDraft,
  type DraftPlace,
  readDraft,
  readDraftFiles,
  type SeveralFiles,
  watchDraft,
  writeDraft,
} from '#features/send/drafts.ts';
import { isTooLarge } from '#features/send/send.data.ts';
import { useMe } from '#shared/api/queries/session.ts';

/** Program in the form in which it is sent. */
export type SentProgram = { solution: string } | { files: readonly NamedText[]; entryPoint?: string };

/** Unsent program of one problem; every change is stored in the browser at once, and shown in all its tabs. */
export function useDraft(contestId: number, letter: string) {
  const { id: ownId } = useMe();
  const place = { ownId, contestId, letter };
  const read = () => ({ ownId, letter, isStored: true, ...readAll(place) });
  const [stored, setStored] = useState(read);
  // In another tab somebody else may have signed in.
  const draft = stored.letter === letter && stored.ownId === ownId ? stored : read();
  if (draft !== stored) setStored(draft);
  const { several } = draft;
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const takeOver = useEffectEvent(() => setStored(read()));
  useEffect(() => watchDraft({ ownId, contestId, letter }, takeOver), [ownId, contestId, letter]);
  const contents = several?.files.map(({ content }) => content) ?? [draft.text];

  function store(text: string, files: SeveralFiles | null) {
    setStored({ ownId, letter, text, several: files, isStored: writeDraft(place, text, files) });
  }
  /** Takes several files, or the text of the only one that is left. */
  function setFiles(files: SeveralFiles) {
    const [first] = files.files;
    store(first?.content ?? '', files.files.length > 1 ? files : null);
  }
  return {
    /** The text in the editor: that of the open file. */
    text: several?.files.find(({ name }) => name === several.open)?.content ?? draft.text,
    several,
    isEmpty: contents.every((content) => content.trim() === ''),
    isTooLarge: isTooLarge(contents.join('')),
    /** Whether the browser keeps it; it has no room left, or may not. */
    isStored: draft.isStored,
    program: programOf(draft),
    setFiles,
    change(newText: string) {
      if (several === null) store(newText, null);
      else
        setFiles({ ...several, files: several.files.map((file) => withText(file, several.open, newText)) });
    },
    /**
     * Removes the program of a problem that was sent, unless it was edited since.
     *
     * @returns whether it was removed here, in front of the person
     */
    removeSent(sentLetter: string, sent: SentProgram): boolean {
      const sentPlace = { ...place, letter: sentLetter };
      const isShown = isOpen.current && sentLetter === letter;
      // Another tab may have written more than this one shows.
      const present = programOf(isShown && !draft.isStored ? draft : readAll(sentPlace));
      if (JSON.stringify(present) !== JSON.stringify(sent)) return false;
      clearDraft(sentPlace);
      if (isShown) setStored({ ownId, letter, text: '', several: null, isStored: true });
      return isShown;
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

const withText = (file: NamedText, open: string, content: string) =>
  file.name === open ? { ...file, content } : file;

const readAll = (place: DraftPlace) => ({ text: readDraft(place), several: readDraftFiles(place) });

function programOf({ text, several }: ReturnType<typeof readAll>): SentProgram {
  if (several === null) return { solution: text };
  const { files, entryPoint } = several;
  return entryPoint === null ? { files } : { files, entryPoint };
}
