import { statfs } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { type ImportRoom, packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import { StorageFullError, TooLargeError } from '#errors.ts';
import type { ServerOptions, Services } from '#services.ts';

/** Disk that uploads leave free: a database whose disk is full stops the contest. */
const RESERVE_BYTES = 2 * 1024 ** 3;
/** Size in bytes of an upload from which the disk is asked. */
const ASKED_FROM_BYTES = 64 * 1024 ** 2;

/** Room for one more package. */
export async function importRoom({ options }: Pick<Services, 'options'>): Promise<ImportRoom> {
  return { maxBytes: packageMaxBytes(options.packageMaxGb), freeBytes: await freeBytes(options) };
}

/** Bytes that the built-in database may still take; null for one on a disk that this process does not see. */
async function freeBytes({ dataDir, databaseUrl }: ServerOptions): Promise<number | null> {
  const socketFolder = socketFolderOf(databaseUrl);
  if (dataDir === null || socketFolder === null || !isBeneath(socketFolder, resolve(dataDir))) return null;
  const { bavail, bsize } = await statfs(dataDir);
  return Math.max(0, bavail * bsize - RESERVE_BYTES);
}

/** Folder of the socket by which the built-in database is reached; null for one reached otherwise. */
function socketFolderOf(databaseUrl: string): string | null {
  const host = URL.parse(databaseUrl)?.searchParams.get('host') ?? null;
  return host !== null && isAbsolute(host) ? host : null;
}

const isBeneath = (place: string, folder: string) => resolve(place).startsWith(join(folder, sep));

/**
 * Refuses an upload whose stated size is too much, before any of it is stored.
 *
 * @param statedBytes length of the request, NaN when it states none
 * @throws {TooLargeError} PACKAGE_TOO_LARGE; {StorageFullError} STORAGE_FULL
 */
export async function requireRoom(
  services: Pick<Services, 'options'>,
  statedBytes: number,
  maxBytes: number,
): Promise<void> {
  if (statedBytes > maxBytes) throw packageTooLarge(maxBytes);
  if (!(statedBytes >= ASKED_FROM_BYTES)) return;
  const { freeBytes } = await importRoom(services);
  if (freeBytes !== null && statedBytes > freeBytes) throw new StorageFullError();
}

/** Refusal of a package beyond a bound, which names the setting. */
export const packageTooLarge = (maxBytes: number) =>
  new TooLargeError(
    'PACKAGE_TOO_LARGE',
    `A package may have ${Math.round(maxBytes / 1024 ** 2)} MB; the operator can raise PACKAGE_MAX_GB`,
    { restParams: { maxBytes } },
  );
