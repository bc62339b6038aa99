import { fetchOurs } from '#service-worker/fetch-ours.ts';
import { KEPT_AT_HEADER, WHO_AM_I } from '#service-worker/kept-paths.ts';
import { soonOr } from '#service-worker/soon-or.ts';

/*
 * Answers of the API that a person may see again without a network. They belong to the person who saw them: they are
 * forgotten when that person signs out, when the server says that the session is over, and when it names another person.
 */

const NAME = 'kept answers';
/** Longer than a contest, shorter than until the next one on the same machine. */
const KEPT_FOR_MS = 12 * 3_600_000;
const MAX_ANSWERS = 300;
const MAX_BYTES = 4_000_000;

/** Grows with every change of person: an answer that was asked for before belongs to somebody else. */
let generation = 0;

export async function forgetAll(): Promise<void> {
  generation += 1;
  await inTurn(() => caches.delete(NAME));
}

let lastChange: Promise<unknown> = Promise.resolve();

/** Changes what is kept after every change that was asked for before, so that none ends after the forgetting that follows it. */
function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  const done = lastChange.then(change);
  lastChange = done.catch(() => undefined);
  return done;
}

/** The signed-in person: the server's answer, or without a network that of the owner of what is kept. */
export async function whoAmI(request: Request): Promise<Response> {
  const asked = generation;
  const fromServer = fetchOurs(request).then(async (answer) => {
    if (answer.status === 401) await forgetAll();
    if (answer.status !== 200) return answer;
    const known = await find(WHO_AM_I);
    const isSame = known !== undefined && (await idOf(known)) === (await idOf(answer.clone()));
    // The order of two answers that name different people is unknown: neither of them becomes the owner.
    const mayOwn = asked === generation;
    const forgotten = isSame ? undefined : forgetAll();
    if (mayOwn) await keep(WHO_AM_I, answer.clone(), generation);
    await forgotten;
    return answer;
  });
  const kept = await find(WHO_AM_I);
  return kept === undefined ? fromServer : soonOr(fromServer, kept);
}

async function idOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}

/** The server's answer, which is kept; without a network the kept one, marked with its time. */
export async function keptAnswer(request: Request): Promise<Response> {
  const asked = generation;
  const fromServer = fetchOurs(request).then(async (answer) => {
    if (answer.status === 401) await forgetAll();
    else if (asked === generation) await follow(request.url, answer.clone(), asked);
    return answer;
  });
  const kept = await find(request.url);
  return kept === undefined ? fromServer : soonOr(fromServer, kept);
}

/** Keeps a whole answer and drops what the person may no longer see; other failures change nothing. */
async function follow(key: string, answer: Response, asked: number): Promise<void> {
  if (answer.status === 200 && answer.type === 'basic' && !answer.redirected) {
    // Without an owner nobody would notice that the next person is another one.
    if ((await find(WHO_AM_I)) !== undefined) await keep(key, answer, asked);
  } else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    await inTurn(async () => (await caches.open(NAME)).delete(key, { ignoreVary: true }));
  }
}

/** Keeps an answer for the person of the generation in which it was asked for. */
async function keep(key: string, answer: Response, asked: number): Promise<void> {
  const body = await answer.blob();
  if (body.size > MAX_BYTES) return;
  const headers = new Headers(answer.headers);
  headers.delete('vary');
  headers.set(KEPT_AT_HEADER, String(Date.now()));
  await inTurn(async () => {
    if (asked !== generation) return;
    const answers = await caches.open(NAME);
    await answers.put(key, new Response(body, { status: answer.status, headers }));
    const keys = await answers.keys();
    // The oldest first, but for the owner.
    const spare = keys.filter(({ url }) => new URL(url).pathname !== WHO_AM_I).slice(0, -MAX_ANSWERS);
    await Promise.all(spare.map((request) => answers.delete(request)));
  });
}

async function find(key: string): Promise<Response | undefined> {
  const answers = await caches.open(NAME);
  const kept = await answers.match(key, { ignoreVary: true });
  if (kept === undefined) return undefined;
  const ageMs = Date.now() - Number(kept.headers.get(KEPT_AT_HEADER));
  return ageMs >= 0 && ageMs < KEPT_FOR_MS ? kept : undefined;
}
