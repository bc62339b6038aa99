/*
 * Keeps the page and what a person reads of a contest for a hall with a weak network.
 *
 * The browser runs this beside the page, only on https and on localhost, and passes every request of the page through
 * it. Files of the page: hashed ones from memory, others from the server with a copy for bad times. Answers of the API:
 * only those of `mayKeep`, always from the server first, marked when they come from memory. Everything else is not
 * touched: what is not named here goes to the server as if this were absent.
 */
import { forgetAll, keptAnswer, whoAmI } from '#service-worker/kept-answers.ts';
import { CHANGES_OF_PERSON, isShellFile, mayKeep, WHO_AM_I } from '#service-worker/kept-paths.ts';
import {
  currentFile,
  hashedFile,
  isHashed,
  keepShell,
  keepUsedFiles,
  removeOldShells,
} from '#service-worker/shell.ts';
import { isExtendable, isFetch, isTold } from '#service-worker/worker-events.ts';

declare function skipWaiting(): Promise<void>;
declare const clients: { claim(): Promise<void> };

addEventListener('install', (event) => {
  if (isExtendable(event)) event.waitUntil(keepShell().then(skipWaiting));
});

addEventListener('activate', (event) => {
  if (isExtendable(event)) event.waitUntil(removeOldShells().then(() => clients.claim()));
});

addEventListener('message', (event) => {
  if (isTold(event) && Array.isArray(event.data))
    event.waitUntil(keepUsedFiles(event.data.filter((address) => typeof address === 'string')));
});

addEventListener('fetch', (event) => {
  if (!isFetch(event)) return;
  const answer = answerTo(event.request);
  if (answer !== null) event.respondWith(answer);
});

function answerTo(request: Request): Promise<Response> | null {
  const url = new URL(request.url);
  const { origin, pathname } = url;
  if (origin !== location.origin || request.headers.has('range')) return null;
  if (request.method === 'POST' && CHANGES_OF_PERSON.includes(pathname)) return changeOfPerson(request);
  if (request.method !== 'GET') return null;
  if (request.destination === 'document') return isPage(pathname) ? currentFile(request) : null;
  if (isHashed(pathname)) return hashedFile(request);
  if (isShellFile(pathname)) return currentFile(request);
  if (pathname === WHO_AM_I) return whoAmI(request);
  return mayKeep(url, request.destination) ? keptAnswer(request) : null;
}

/** Forgets before and after: an answer may arrive in between. */
async function changeOfPerson(request: Request): Promise<Response> {
  await forgetAll();
  const answer = await fetch(request);
  await forgetAll();
  return answer;
}

/** Whether an address is the page's; files that are opened in a tab are not. */
const isPage = (pathname: string) => !/^\/(?:api|files|uploads?|cdn|sounds|js|assets|site)\//.test(pathname);
