import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Look, SiteFile } from '@balloon/contracts/site/site.ts';
import { z } from 'zod';

export const SITE_FILE = 'site.json';

/** The file is there and cannot be used; the message is one line for the operator. */
export class SiteFileError extends Error {
  override name = 'SiteFileError';
}

/**
 * Reads the look of the site under a host name; null where the operator changed nothing. Not cached: changes
 * show with the next opening of the page.
 *
 * @throws {SiteFileError}
 */
export async function readLook(folder: string | null, host: string): Promise<Look | null> {
  const text = folder && (await readText(join(folder, SITE_FILE)));
  if (!text) return null;
  const { hosts, ...everywhere } = parse(text);
  return { ...everywhere, ...hosts?.[host.toLowerCase()] };
}

function parse(text: string): SiteFile {
  const parsed = SiteFile.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const reasons = z.flattenError(parsed.error);
  const fields = Object.entries(reasons.fieldErrors).map(
    ([field, texts]) => `${field}: ${texts?.join(', ')}`,
  );
  throw new SiteFileError(`${SITE_FILE} cannot be used: ${[...reasons.formErrors, ...fields].join('; ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SiteFileError(`${SITE_FILE} is not JSON: ${(error as Error).message}`);
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SiteFileError(`${SITE_FILE} cannot be read: ${(error as Error).message}`);
  }
}
