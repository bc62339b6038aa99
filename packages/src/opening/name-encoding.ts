import { zipEntryName } from '@balloon/domain/text/zip-entry-name.ts';
import { type Entry, getFileNameLowLevel } from 'yauzl';

/** Decodes the name of an entry as the server does, which names the parts of an archive. */
export const nameOfEntry = (entry: Entry): string =>
  zipEntryName(entry, getFileNameLowLevel(0, entry.fileNameRaw, [], true));
