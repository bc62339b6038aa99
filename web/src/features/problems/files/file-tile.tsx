import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react';
import { type AttachedFile, embedAddress } from '#features/problems/files/attached-file.ts';
import classes from '#features/problems/files/statement-files.module.css';

const ICONS: Record<string, typeof IconFile> = {
  pdf: IconFileTypePdf,
  txt: IconFileText,
  doc: IconFileTypeDoc,
  image: IconPhoto,
  spreadsheet: IconFileSpreadsheet,
};

export interface FileTileProps {
  file: AttachedFile;
  title: string;
  onZoom: (picture: { url: string; title: string }) => void;
}

/** A file as a tile: a picture opens over the page, everything else in a new tab or as a download. */
export function FileTile({ file, title, onZoom }: FileTileProps) {
  const { url, type } = file;
  const address = embedAddress(file);
  if (type === 'image' && address !== undefined) {
    return (
      <button
        type="button"
        className={classes.file}
        aria-haspopup="dialog"
        onClick={() => onZoom({ url: address, title })}
      >
        <img className={classes.thumbnail} src={address} alt="" loading="lazy" />
        <Words title={title} type={type} />
      </button>
    );
  }
  const Icon = ICONS[type] ?? IconFile;
  return (
    <a className={classes.file} href={url} target="_blank" rel="noopener noreferrer">
      <Icon size={28} stroke={1.4} aria-hidden />
      <Words title={title} type={type} />
    </a>
  );
}

function Words({ title, type }: { title: string; type: string }) {
  return (
    <>
      <span className={classes.name}>{title}</span>
      <span className={classes.type}>{type.toUpperCase()}</span>
    </>
  );
}
