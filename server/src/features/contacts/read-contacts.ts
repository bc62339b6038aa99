import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@balloon/contracts/common.ts';
import type { Contacts } from '@balloon/contracts/talk/contacts.ts';
import type { Services } from '#services.ts';

/** Largest file that is read. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the organisers' text: from a file of the operator, else what admins have entered, in the reader's language where
 * there is one. Not cached: changes show at once.
 */
export async function readContacts({ options, settings }: Services, locale: Locale): Promise<Contacts> {
  const ofOperator = await findContacts(options.contactsDir, locale);
  if (ofOperator) return { markdown: ofOperator.markdown };
  const { russian, english } = settings.stored.contacts.settings;
  const [own, other] = locale === 'ru-ru' ? [russian, english] : [english, russian];
  return { markdown: own ?? other };
}

/**
 * Finds the operator's text in `contacts.ru-ru.md` or `contacts.en-us.md`, by the reader's language, else in
 * `contacts.md`; null when there is none.
 */
export async function findContacts(
  folder: string | null,
  locale: Locale,
): Promise<{ name: string; markdown: string } | null> {
  if (folder === null) return null;
  for (const name of [`contacts.${locale}.md`, 'contacts.md']) {
    const markdown = await readText(join(folder, name));
    if (markdown !== null && markdown.trim() !== '') return { name, markdown };
  }
  return null;
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
