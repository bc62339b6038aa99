import type { Attachments } from '@balloon/contracts/problems.ts';
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problems/statement-files.module.css';

const ICONS: Record<string, typeof IconFile> = {
  pdf: IconFileTypePdf,
  txt: IconFileText,
  doc: IconFileTypeDoc,
  image: IconPhoto,
  spreadsheet: IconFileSpreadsheet,
};

type StatementFile = NonNullable<Attachments['files']>[number];

/** Files of a statement as tiles that open in a new tab. */
export function StatementFiles({ files }: { files: readonly StatementFile[] }) {
  const { t } = useTranslation();
  const usable = files.filter(({ url }) => isWebAddress(url));
  if (usable.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t('statement.files')}>
      {usable.map(({ url, title, type }, position) => {
        const Icon = ICONS[type] ?? IconFile;
        return (
          <li key={url}>
            <a className={classes.file} href={url} target="_blank" rel="noopener noreferrer">
              <Icon size={28} stroke={1.4} aria-hidden />
              <span className={classes.name}>{title || fallbackTitle(position)}</span>
              <span className={classes.type}>{type.toUpperCase()}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );

  function fallbackTitle(position: number): string {
    return usable.length > 1 ? `${t('statement.file')} ${position + 1}` : t('statement.file');
  }
}

/** Ours or a web page's; an address such as `javascript:` is never made a link. */
export function isWebAddress(url: string): boolean {
  return /^(https?:\/\/|\/(?!\/))/i.test(url);
}
