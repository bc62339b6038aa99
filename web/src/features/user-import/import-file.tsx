import { Button } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleFile } from '#features/user-import/sample-file.ts';
import classes from '#features/user-import/user-import.module.css';
import { csvSeparator, downloadText } from '#shared/text/csv.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { useFileDrop } from '#shared/ui/behaviour/use-file-drop.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { showWarning } from '#shared/ui/toasts/toasts.ts';

/** Largest file in bytes, as the server takes it. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Takes one CSV file, dropped or chosen, and gives a sample of one. */
export function ImportFile({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const isOver = useFileDrop(area, take);
  function take(chosen: File | null | undefined) {
    if (!chosen) return;
    if (/\.(xlsx?|ods|numbers)$/i.test(chosen.name)) return showWarning(t('userImport.notCsv'));
    if (chosen.size > MAX_BYTES) return showWarning(t('errors.CSV_TOO_LARGE'));
    onFile(chosen);
  }
  return (
    <div ref={area} className={classes.drop} data-over={isOver}>
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
      <p className={classes.fileName} aria-live="polite">
        {file === null ? t('userImport.dropHere') : file.name}
      </p>
      <div className={classes.fileButtons}>
        <FilePick onFiles={([chosen]) => take(chosen)} accept=".csv,.txt,.tsv,text/csv,text/plain">
          {(props) => (
            <Button
              {...props}
              {...(file !== null && { variant: 'default' })}
              leftSection={<IconFileUpload size={18} aria-hidden />}
            >
              {t(file === null ? 'userImport.choose' : 'userImport.chooseAnother')}
            </Button>
          )}
        </FilePick>
        <SampleButton />
      </div>
    </div>
  );
}

function SampleButton() {
  const { t } = useTranslation();
  const separator = csvSeparator(useLocale());
  function download() {
    const words = {
      firstName: t('auth.firstName'),
      lastName: t('auth.lastName'),
      username: t('userImport.column.username'),
      password: t('userImport.column.password'),
      isAdmin: t('userImport.column.isAdmin'),
      email: t('userImport.column.email'),
      people: [
        [t('userImport.sample.first1'), t('userImport.sample.last1')],
        [t('userImport.sample.first2'), t('userImport.sample.last2')],
      ] as const,
    };
    downloadText('users.csv', sampleFile(words, separator));
  }
  return (
    <Button variant="subtle" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
      {t('userImport.sample')}
    </Button>
  );
}
