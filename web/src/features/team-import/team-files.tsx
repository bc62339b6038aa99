import type { ImportTeams } from '@balloon/contracts/people/team-import.ts';
import { guessEncoding } from '@balloon/domain/text/guess-encoding.ts';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/team-import/team-import.module.css';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { showWarning } from '#shared/ui/toasts/toasts.ts';

/** Largest length of all files together, as the server takes it. */
const MAX_BYTES = 5_000_000;
const MAX_FILES = 20;

/** Text of a file in whatever encoding its spreadsheet saved it. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(guessEncoding(bytes)).decode(bytes);
}

interface TeamFilesProps {
  names: readonly string[];
  onFiles: (files: ImportTeams['files']) => void;
}

/** Takes the files of teams, several at once. */
export function TeamFiles({ names, onFiles }: TeamFilesProps) {
  const { t } = useTranslation();
  async function take(files: readonly File[]) {
    if (files.length === 0) return;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length > MAX_FILES || bytes > MAX_BYTES) return showWarning(t('errors.FILES_TOO_LARGE'));
    onFiles(await Promise.all(files.map(async (file) => ({ name: file.name, text: await readText(file) }))));
  }
  return (
    <section
      className={classes.drop}
      aria-label={t('teamImport.files')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take([...event.dataTransfer.files]);
      }}
    >
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
      <p className={classes.names} aria-live="polite">
        {names.length === 0 ? t('teamImport.dropHere') : names.join(', ')}
      </p>
      <FilePick isMultiple accept=".json,.yaml,.yml,.tsv,.csv" onFiles={(files) => void take(files)}>
        {(props) => (
          <Button
            {...props}
            {...(names.length > 0 && { variant: 'default' })}
            leftSection={<IconFileUpload size={18} aria-hidden />}
          >
            {t(names.length === 0 ? 'teamImport.choose' : 'teamImport.chooseOthers')}
          </Button>
        )}
      </FilePick>
    </section>
  );
}
