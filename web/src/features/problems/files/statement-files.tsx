import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AttachedFile, embedAddress, inOrder } from '#features/problems/files/attached-file.ts';
import { FileTile } from '#features/problems/files/file-tile.tsx';
import { ShownFile } from '#features/problems/files/shown-file.tsx';
import classes from '#features/problems/files/statement-files.module.css';
import { PictureDialog } from '#features/problems/statement/lazy-picture-dialog.tsx';

export { isWebAddress } from '#features/problems/files/attached-file.ts';

export interface StatementFilesProps {
  files: readonly AttachedFile[];
  /** Whether displayable files are shown at once; otherwise all are tiles. */
  areShown?: boolean;
}

/** Files of a statement, shown in full or as tiles. */
export function StatementFiles({ files, areShown = false }: StatementFilesProps) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<{ url: string; title: string } | null>(null);
  const usable = inOrder(files, areShown);
  if (usable.length === 0) return null;
  const titleOf = (file: AttachedFile) =>
    file.title ||
    (usable.length > 1 ? `${t('statement.file')} ${usable.indexOf(file) + 1}` : t('statement.file'));
  const shown = areShown ? usable.filter((file) => embedAddress(file) !== undefined) : [];
  const tiles = usable.filter((file) => !shown.includes(file));
  return (
    <>
      {shown.map((file) => (
        <ShownFile key={file.url} file={file} title={titleOf(file)} onZoom={setPicture} />
      ))}
      {tiles.length > 0 && (
        <ul className={classes.files} aria-label={t('statement.files')}>
          {tiles.map((file) => (
            <li key={file.url}>
              <FileTile file={file} title={titleOf(file)} onZoom={setPicture} />
            </li>
          ))}
        </ul>
      )}
      <PictureDialog picture={picture} onClose={() => setPicture(null)} />
    </>
  );
}
