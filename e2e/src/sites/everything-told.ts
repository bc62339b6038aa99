import type { Reply, TestClient, TestServer } from '@balloon/server/testing/test-server.ts';

/** Values for address parameters, several for each name, all of which are tried. */
export type AddressValues = Readonly<Record<string, readonly (number | string)[]>>;

/** Headers that differ from one answer to the next and say nothing about contests. */
const CHANGING_HEADERS: ReadonlySet<string> = new Set([
  'date', // the clock
  'content-length', // includes what is left out below; the body itself is compared
]);
/** Calls whose answers differ from one time to the next and contain nothing about contests. */
const CHANGING = [
  'GET /api/ready', // the word of the process about itself
  'GET /api/health', // the clock; its fields are named in its own test
  'GET /api/admin/health', // clock, latency and queue; for supervisors
  'GET /api/user/token', // a new one each time
  'GET /api/user/sessions', // time at which each was seen
  'GET /api/user/telegram-disconnect',
];
/**
 * Fields that follow the clock: the recent activity of people, which is also the last column but one of their export, and
 * whether a judge of a language was seen lately.
 */
const PRESENCE = /"recentActivityTimeMs":\d+|"hasJudge":(?:true|false)|;[\d-]+T[\d:.]+Z(?=;[^;\n]*$)/gm;
/** Codes by which the guard of routes refuses a role. */
const REFUSED_FOR_ROLE = /"code":"(?:NOT_SIGNED_IN|ROLE_NOT_SUFFICIENT)"/;
/** Names of the calls that the guard has refused to a person; nobody's role changes meanwhile. */
const refusedOf = new WeakMap<TestClient, Set<string>>();
/** Calls that only read although they are POSTs, with their bodies. */
const READING_POSTS: Record<string, (values: AddressValues) => object> = {
  'POST /api/admin/ratingTable': ({ contestId }) => ({
    contestIds: contestId,
    scoreInTime: 2,
    scoreInPractice: 1,
  }),
};

/** Lists every reading call of the server, whoever may use it, with all values in its address. */
export function readingCalls(server: TestServer, values: AddressValues): ReadingCall[] {
  const routes = server.routes.filter(({ allow }) => allow !== 'judge' && allow !== 'relay');
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
  /** Body of a POST. */
  body?: object;
}

/** Fills an address pattern with all values; parameters without values become 1. */
function filled(pattern: string, values: AddressValues): string[] {
  const parameter = /:(\w+)|\*/.exec(pattern);
  if (!parameter) return [pattern];
  const fits = values[parameter[1] ?? ''] ?? ['1'];
  return fits.flatMap((value) => filled(pattern.replace(parameter[0], String(value)), values));
}

/**
 * Returns the answers that a person receives from all these calls: status, headers and body by call. An entity tag or
 * a count of calls left can say as much as a body. A call that is refused for the person's role is made once, also over
 * later looks: the guard of routes knows the role alone, and runs before anything reads the query.
 *
 * @param queries each is added to every address, so that new calls are covered without changes here
 */
export async function everythingTold(
  client: TestClient,
  calls: readonly ReadingCall[],
  queries: readonly string[],
): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const refused = refusedOf.get(client) ?? new Set();
  refusedOf.set(client, refused);
  for (const { name, url, body } of calls) {
    if (refused.has(name)) continue;
    for (const query of body ? [''] : queries) {
      const reply = await (body ? client.post(url, body) : client.get(url + query));
      const text = reply.text.replace(PRESENCE, '');
      told.set(name + query, `${reply.status} ${headersOf(reply, text === reply.text)} ${text}`);
      if (!REFUSED_FOR_ROLE.test(text)) continue;
      refused.add(name);
      break;
    }
  }
  return told;
}

/** @param isWhole whether nothing is left out of the body; an entity tag is that of the whole body */
function headersOf({ headers }: Reply, isWhole: boolean): string {
  const compared = [...headers].filter(
    ([name]) => !CHANGING_HEADERS.has(name) && (isWhole || name !== 'etag'),
  );
  return JSON.stringify(compared);
}

/** Describes the calls whose answers have changed. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, text]) =>
    text === before.get(name) ? [] : [`${name}\n  before: ${before.get(name)}\n  after:  ${text}`],
  );
}
