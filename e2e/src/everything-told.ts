import { createApp } from '@balloon/server/app.ts';
import type { TestClient, TestServer } from '@balloon/server/test-server.ts';

/** What addresses are filled with: for each name several values, all of which are tried. */
export type AddressValues = Readonly<Record<string, readonly (number | string)[]>>;

/** Calls whose answers differ from one time to the next, and that tell nothing of contests. */
const CHANGING = [
  'GET /api/health', // clock and latency; that there is work, never whose
  'GET /api/user/token', // a new one each time
  'GET /api/user/sessions', // when each was seen
  'GET /api/user/telegram-disconnect',
];
/** That one was here a minute ago, told to oneself. */
const OWN_PRESENCE = /"recentActivityTimeMs":\d+/;
/** Calls that only read although they are no GET, and what they are asked. */
const READING_POSTS: Record<string, (values: AddressValues) => object> = {
  'POST /api/admin/ratingTable': ({ contestId }) => ({
    contestIds: contestId,
    scoreInTime: 2,
    scoreInPractice: 1,
  }),
};

/** Every call that reads, whoever wrote it and whoever may call it, with all values in its address. */
export async function readingCalls(server: TestServer, values: AddressValues): Promise<ReadingCall[]> {
  const app = await createApp(server.services);
  await app.ready();
  const routes = app.declaredRoutes.filter(({ allow }) => allow !== 'judge');
  await app.close();
  return routes.flatMap(({ method, url }) => {
    const name = `${method} ${url}`;
    if (url.startsWith('/api/docs') || CHANGING.includes(name)) return [];
    const body = READING_POSTS[name]?.(values);
    if (body) return [{ name, url, body }];
    return method === 'GET' ? filled(url, values).map((one) => ({ name: `GET ${one}`, url: one })) : [];
  });
}

export interface ReadingCall {
  name: string;
  url: string;
  /** Of a POST. */
  body?: object;
}

/** All addresses that a pattern with parameters stands for; parameters without values stand for 1. */
function filled(pattern: string, values: AddressValues): string[] {
  const parameter = /:(\w+)|\*/.exec(pattern);
  if (!parameter) return [pattern];
  const fits = values[parameter[1] ?? ''] ?? ['1'];
  return fits.flatMap((value) => filled(pattern.replace(parameter[0], String(value)), values));
}

/**
 * What somebody is told by all these calls: status and body by call.
 *
 * @param queries each is added to every address, so that no call needs to be known here
 */
export async function everythingTold(
  client: TestClient,
  calls: readonly ReadingCall[],
  queries: readonly string[],
): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  for (const { name, url, body } of calls) {
    for (const query of body ? [''] : queries) {
      const reply = await (body ? client.post(url, body) : client.get(url + query));
      told.set(name + query, `${reply.status} ${reply.text.replace(OWN_PRESENCE, '')}`);
    }
  }
  return told;
}

/** The calls that answer otherwise than before, for people. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, text]) =>
    text === before.get(name) ? [] : [`${name}\n  before: ${before.get(name)}\n  after:  ${text}`],
  );
}
