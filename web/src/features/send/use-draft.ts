import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { useEffect, useRef, useState } from 'react';
import {
  clearDraft,
  readDraft,
  readDraftFiles,
  type SeveralFiles,
  writeDraft,
} from '#features/send/drafts.ts';
import { isTooLarge } from '#features/send/send.data.ts';
import { useMe } from '#shared/api/queries/session.ts';

/** Program in the form in which it is sent. */
export type SentProgram = { solution: string } | { files: readonly NamedText[]; entryPoint?: string };

/** Unsent program of one problem; every change is stored in the browser at once. */
export function useDraft(contestId: number, letter: string) {
  const { id: ownId } = useMe();
  const place = { ownId, contestId, letter };
  const read = () => ({ ownId, letter, text: readDraft(place), several: readDraftFiles(place) });
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
  const contents = several?.files.map(({ content }) => content) ?? [draft.text];

  function store(text: string, files: SeveralFiles | null) {
    writeDraft(place, text, files);
    setStored({ ownId, letter, text, several: files });
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
    program: programOf(draft.text, several),
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
      const present = isShown
        ? programOf(draft.text, several)
        : programOf(readDraft(sentPlace), readDraftFiles(sentPlace));
      if (JSON.stringify(present) !== JSON.stringify(sent)) return false;
      clearDraft(sentPlace);
      if (isShown) setStored({ ownId, letter, text: '', several: null });
      return isShown;
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

const withText = (file: NamedText, open: string, content: string) =>
  file.name === open ? { ...file, content } : file;

function programOf(text: string, several: SeveralFiles | null): SentProgram {
  if (several === null) return { solution: text };
  const { files, entryPoint } = several;
  return entryPoint === null ? { files } : { files, entryPoint };
}
