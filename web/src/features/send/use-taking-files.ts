import type { Language } from '@balloon/contracts/problems/problems.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isZip, readSourceFile } from '#features/send/send.data.ts';
import type { Draft } from '#features/send/use-draft.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { errorText, showWarning } from '#shared/ui/toasts/toasts.ts';

interface Taking {
  draft: Draft;
  usable: readonly Language[];
  language: Language | undefined;
  chooseLanguage: (id: number) => void;
}

/**
 * Takes files that were dropped or picked: a single one becomes the draft, further ones and archives its files, beside what
 * was written. The language follows their endings.
 */
export function useTakingFiles({ draft, usable, language, chooseLanguage }: Taking) {
  const { t } = useTranslation();
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  function followEnding(names: readonly string[], languages: readonly Language[]) {
    for (const name of names) {
      const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
      const meant = languages.find(({ extensions }) => extensions.includes(ending));
      if (!meant) continue;
      if (!(language && languages.includes(language) && mayHold(language, meant, ending)))
        chooseLanguage(meant.id);
      return;
    }
  }
  async function takeOne(file: File) {
    const text = await readSourceFile(file);
    latest.current.change(text);
    followEnding([file.name], usable);
  }
  async function takeSeveral(files: readonly File[]) {
    const takers = usable.filter(({ takesFiles }) => takesFiles);
    if (takers.length === 0) return showWarning(t('errors.ONE_FILE_PROBLEM'));
    const { filesFault, readFiles, withFiles, writtenFiles } = await import('#features/send/file-work.ts');
    const added = await readFiles(files);
    // What was written meanwhile counts, too: an archive is opened by the server.
    const written = writtenFiles(latest.current, language ?? takers[0], added);
    const several = withFiles(written, added);
    const fault = filesFault(several.files);
    if (fault !== null) return showWarning(fault);
    latest.current.setFiles(several);
    followEnding(
      several.files.map(({ name }) => name),
      takers,
    );
  }
  return async (files: readonly File[]) => {
    const [file] = files;
    if (!file) return;
    const isOne = files.length === 1 && draft.several === null && !isZip(file);
    try {
      await (isOne ? takeOne(file) : takeSeveral(files));
    } catch (error) {
      if (error instanceof ApiError) showWarning(errorText(error));
      else showWarning(t(error instanceof Error ? error.message : 'send.fileNotText', { name: file.name }));
    }
  };
}

/**
 * Whether the chosen language suits a file: its ending does not replace C++20 by C++23, but it replaces C,
 * which is of the same family.
 */
function mayHold(chosen: Language, meant: Language, extension: string): boolean {
  if (chosen.extensions.length > 0) return chosen.extensions.includes(extension);
  return chosen.languageFamily === meant.languageFamily;
}
