import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@balloon/contracts/common.ts';
import type { Contacts } from '@balloon/contracts/contacts.ts';

/** Largest file that is read. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the organisers' text from `contacts.ru-ru.md` or `contacts.en-us.md`, by the reader's language, else
 * from `contacts.md`. Not cached: changes show at once.
 */
export async function readContacts(folder: string | null, locale: Locale): Promise<Contacts> {
  if (folder === null) return { markdown: null };
  for (const name of [`contacts.${locale}.md`, 'contacts.md']) {
    const markdown = await readText(join(folder, name));
    if (markdown !== null && markdown.trim() !== '') return { markdown };
  }
  return { markdown: null };
}

async function readText(file: string): Promise<string | null> {
  try {
    await using opened = await open(file, 'r');
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
