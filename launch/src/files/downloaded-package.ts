import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { DATA_LAYOUT } from '#files/data-dir.ts';
import { StartError } from '#start-error.ts';

const MAX_REDIRECTS = 5;
/** Longest time in ms of a whole download. */
export const DOWNLOAD_WITHIN_MS = 6 * 3_600_000;
const MIB = 1024 ** 2;

/** Disk that a download leaves free: a database whose disk is full stops the contest. */
const RESERVE_BYTES = 2 * 1024 ** 3;

export interface DownloadBounds {
  maxBytes: number;
  withinMs: number;
}

/** Package in a temporary folder, which goes away when it is disposed of. */
export interface DownloadedPackage extends AsyncDisposable {
  path: string;
}

/**
 * Downloads a package by http or https into the data directory: the system's folder for temporary files may lie in memory.
 *
 * @param tell is called with the number of bytes so far
 * @throws {StartError} what the operator can mend; {Error} the reason of the signal when aborted
 */
export async function downloadPackage(
  address: string,
  signal: AbortSignal,
  tell: (bytes: number) => void,
  { maxBytes, withinMs }: DownloadBounds,
  dataDir: string,
): Promise<DownloadedPackage> {
  const tooLate = AbortSignal.timeout(withinMs);
  const folder = await newFolder(dataDir);
  const drop = () => rm(folder, { recursive: true, force: true });
  try {
    const { url, body, bytes } = await open(address, AbortSignal.any([signal, tooLate]));
    try {
      await requireRoom(folder, bytes, maxBytes);
    } catch (error) {
      await body.cancel();
      throw error;
    }
    const file = path.join(folder, fileNameOf(url));
    await pipeline(
      Readable.fromWeb(body as ReadableStream<Uint8Array>),
      (content: AsyncIterable<Uint8Array>) => bounded(content, maxBytes, tell),
      createWriteStream(file),
    );
    return { path: file, [Symbol.asyncDispose]: drop };
  } catch (error) {
    await drop();
    signal.throwIfAborted();
    if (error instanceof StartError) throw error;
    const reason = tooLate.aborted
      ? `it took longer than ${withinMs / 60_000} minutes`
      : ((error as Error).cause as Error | undefined)?.message || (error as Error).message;
    throw new StartError(`${address} was not downloaded: ${reason}`, { cause: error });
  }
}

/** Makes a folder for one download, and removes those of processes that were killed. */
async function newFolder(dataDir: string): Promise<string> {
  const place = path.join(dataDir, DATA_LAYOUT.downloads);
  await mkdir(place, { recursive: true });
  for (const name of await readdir(place)) {
    const [pid = '0'] = name.split('-');
    if (!existsSync(`/proc/${pid}`)) await rm(path.join(place, name), { recursive: true, force: true });
  }
  return mkdtemp(path.join(place, `${process.pid}-`));
}

/** Refuses what the server says to be too large, before any of it is fetched. @throws {StartError} */
async function requireRoom(folder: string, bytes: number, maxBytes: number): Promise<void> {
  if (bytes > maxBytes) throw beyond(maxBytes);
  const { bavail, bsize } = await statfs(folder);
  const free = Math.max(0, bavail * bsize - RESERVE_BYTES);
  if (bytes <= free) return;
  throw new StartError(
    `the package has ${Math.ceil(bytes / MIB)} MB, and ${Math.floor(free / MIB)} MB may be used on the disk of ${path.dirname(folder)}`,
  );
}

const beyond = (maxBytes: number) =>
  new StartError(`the package is larger than ${maxBytes / MIB} MB: raise PACKAGE_MAX_GB`);

/** Requests an address and what it leads to, up to the answer that is no redirect. */
async function open(address: string, signal: AbortSignal) {
  let url = checked(address, null);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, { redirect: 'manual', signal });
    const { status, body, headers } = response;
    if (status === 200 && body) return { url, body, bytes: Number(headers.get('content-length') ?? 0) };
    await body?.cancel();
    const target = status >= 300 && status < 400 ? headers.get('location') : null;
    if (target === null) throw new StartError(`${url.href} answers with status ${status}`);
    if (redirects === MAX_REDIRECTS)
      throw new StartError(`${address} leads through more than ${MAX_REDIRECTS} redirects`);
    url = checked(target, url);
  }
}

/** @throws {StartError} an address that is not to be requested */
function checked(address: string, from: URL | null): URL {
  const url = URL.parse(address, from ?? undefined);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`${address} is no address: it must begin with http:// or https://`);
  if (url.username !== '' || url.password !== '')
    throw new StartError('an address with a password in it is not requested: download the package by hand');
  if (from?.protocol === 'https:' && url.protocol === 'http:')
    throw new StartError(`${from.href} leads to ${url.href}, which is not encrypted: download it by hand`);
  return url;
}

async function* bounded(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tell: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > maxBytes) throw beyond(maxBytes);
    tell(bytes);
    yield piece;
  }
}

/** Name of the package for reports: the last part of its address. */
function fileNameOf({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_');
  return `${name.slice(-100).replace(/\.zip$/i, '') || 'package'}.zip`;
}
