import { fetchOurs, isOurPage } from '#service-worker/fetch-ours.ts';
import { isShellFile } from '#service-worker/kept-paths.ts';
import { soonOr } from '#service-worker/soon-or.ts';

/** Hash of the build and its files for the first screens, written by `vite.config.ts`. */
declare const BUILD: { hash: string; files: readonly string[] };

const PREFIX = 'shell ';
const NAME = `${PREFIX}${BUILD.hash}`;
/** The page is the same at every address. */
const PAGE = '/';

/** Keeps the files of the first screens; those that the page has loaded come out of the browser's own cache. */
export async function keepShell(): Promise<void> {
  const shell = await caches.open(NAME);
  await shell.addAll([PAGE, ...BUILD.files]);
}

/** Keeps what the page loaded before this worker was there. */
export async function keepUsedFiles(addresses: readonly string[]): Promise<void> {
  const shell = await caches.open(NAME);
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, location.origin);
    if (origin !== location.origin || !(isHashed(pathname) || isShellFile(pathname))) continue;
    if ((await shell.match(pathname)) === undefined) await keepFile(pathname).catch(() => undefined);
  }
}

/** Removes the shells of older builds but the last: a page that is open may still load parts of it. */
export async function removeOldShells(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

export const isHashed = (pathname: string) => pathname.startsWith('/assets/');

/** A hashed file never changes: from memory, else from the server. */
export async function hashedFile(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetchOurs(request);
  if (isWhole(answer)) await put(request.url, answer);
  return answer;
}

/** The page and files with fixed names: the server's, so that an update is seen at once; else those from memory. */
export async function currentFile(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate';
  const key = isPage ? PAGE : request.url;
  const fromServer = (isPage ? fetch(request) : fetchOurs(request)).then(async (answer) => {
    if (isWhole(answer) && (!isPage || (await isOurPage(answer)))) await put(key, answer);
    return answer;
  });
  const kept = await caches.match(key, { ignoreVary: true });
  return kept === undefined ? fromServer : soonOr(fromServer, kept);
}

async function keepFile(pathname: string): Promise<void> {
  const answer = await fetchOurs(new Request(pathname));
  if (isWhole(answer)) await put(pathname, answer);
}

async function put(key: string, answer: Response): Promise<void> {
  const copy = answer.clone();
  const shell = await caches.open(NAME);
  await shell.put(key, copy);
}

const isWhole = ({ status, type, redirected }: Response) => status === 200 && type === 'basic' && !redirected;
