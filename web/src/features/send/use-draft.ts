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

/** Program in the form in which it is sent. */
export type SentProgram = { solution: string } | { files: readonly NamedText[]; entryPoint?: string };

/** Unsent program of one problem; every change is stored in the browser at once. */
export function useDraft(contestId: number, letter: string) {
  const read = () => ({
    letter,
    text: readDraft(contestId, letter),
    several: readDraftFiles(contestId, letter),
  });
  const [stored, setStored] = useState(read);
  const draft = stored.letter === letter ? stored : read();
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
    writeDraft(contestId, letter, text, files);
    setStored({ letter, text, several: files });
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
      const isShown = isOpen.current && sentLetter === letter;
      const present = isShown
        ? programOf(draft.text, several)
        : programOf(readDraft(contestId, sentLetter), readDraftFiles(contestId, sentLetter));
      if (JSON.stringify(present) !== JSON.stringify(sent)) return false;
      clearDraft(contestId, sentLetter);
      if (isShown) setStored({ letter, text: '', several: null });
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
