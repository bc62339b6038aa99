import {
  type Audience,
  CLIENT_EVENTS,
  type ClientEvent,
  SERVER_EVENTS,
} from '@balloon/contracts/socket/events.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DeclaredRoute, declareRoutes } from '#http/allow.ts';
import { fieldsOf } from '#http/bodies/unknown-fields.ts';
import { CLIENT_EVENT_HANDLERS } from '#live.ts';
import { ROOMS } from '#realtime/rooms.ts';
import {
  type Person,
  startTestServer,
  TEST_JUDGE_TOKEN,
  TEST_RELAY_TOKEN,
  type TestClient,
  type TestServer,
} from '#testing/test-server.ts';

/*
 * Walks through everything that can be called: who is allowed, and what happens to nonsense.
 */

let server: TestServer;
let routes: DeclaredRoute[];
let admin: Person;
let participant: Person;

beforeAll(async () => {
  server = await startTestServer();
  routes = server.routes.filter(({ method }) => method !== 'HEAD');
  // Contest 1 has a problem, a participant and a solution, so that malformed requests are not refused as "not found".
  const contest = await server.given.contest();
  expect(contest.id).toBe(1);
  admin = await server.given.admin();
  participant = await server.given.participant(contest);
  await participant.submit(contest, {});
});
afterAll(() => server.close());

const TOKENS: Record<string, { authorization: string }> = {
  judge: { authorization: `Bearer ${TEST_JUDGE_TOKEN}` },
  relay: { authorization: `Bearer ${TEST_RELAY_TOKEN}` },
};
const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url}`;
const filled = (url: string, value: string) => url.replace(/:\w+|\*/g, value);
const call = (client: TestClient, { method, url }: DeclaredRoute, init: RequestInit = {}, value = '1') =>
  client.send(method, filled(url, value), init);

/** Every route with every kind of nonsense: thousands of requests. */
const WALK = { timeout: 600_000 };

describe('every route', () => {
  test('is there to be walked', () => {
    const names = routes.map(nameOf);
    expect(names.length).toBeGreaterThan(20);
    for (const known of [
      'GET /api/user/me',
      'POST /api/contest/:contestId/solutions',
      'POST /api/judge/claim',
    ]) {
      expect(names).toContain(known);
    }
  });

  test('says whom it allows, or stops the start', async () => {
    const app = Fastify();
    declareRoutes(app);
    expect(() => app.get('/api/open-to-whom', () => 'anybody')).toThrow('does not declare config.allow');
    await app.close();
  });

  test('is public only where we know of it', () => {
    const open = routes.filter(({ allow }) => allow === 'public').map(nameOf);
    expect(open.sort()).toEqual([
      'GET /api',
      'GET /api/admin/groups/links/:groupKey',
      'GET /api/ceremony/:code',
      'GET /api/ceremony/:code/pictures/:name',
      'GET /api/contacts',
      'GET /api/docs',
      'GET /api/docs/json',
      'GET /api/docs/static/*',
      'GET /api/docs/static/index.html',
      'GET /api/docs/static/swagger-initializer.js',
      'GET /api/docs/yaml',
      'GET /api/health',
      'GET /api/public/contest/:contestId/table',
      'GET /api/ready',
      'GET /api/user/channels',
      'GET /favicon.ico',
      'GET /metrics',
      'GET /site/brand.css',
      'GET /site/icon',
      'GET /site/logo',
      'GET /socket.io/socket.io.js',
      'POST /api/user/authenticate/logout',
      'POST /api/user/authenticate/sign-in',
      'POST /api/user/authenticate/sign-up-in-group',
      'POST /api/user/email/confirm',
      'POST /api/user/password/change',
      'POST /api/user/password/reset',
    ]);
  });

  test('that is not public turns strangers away before it looks at what they send', async () => {
    for (const route of routes.filter(({ allow }) => allow !== 'public')) {
      for (const value of ['1', 'nonsense']) {
        const init = route.method === 'GET' ? {} : { body: '{not json', headers: JSON_TYPE };
        const reply = await call(server.given.anonymous(), route, init, value);
        expect([nameOf(route), reply.status]).toEqual([nameOf(route), 401]);
      }
    }
  });

  test('for supervisors or admins turns participants away, and one for judges everybody', async () => {
    for (const route of routes) {
      if (route.allow === 'supervisor' || route.allow === 'admin') {
        const reply = await call(participant, route);
        expect([nameOf(route), reply.status]).toEqual([nameOf(route), 403]);
      }
      if (route.allow === 'judge' || route.allow === 'relay') {
        const reply = await call(admin, route);
        expect([nameOf(route), reply.status]).toEqual([nameOf(route), 401]);
      }
    }
  });

  test('of judges turns relays away, and one for relays judges, which would get secrets of accounts', async () => {
    const wrong: Record<string, string> = { judge: TEST_RELAY_TOKEN, relay: TEST_JUDGE_TOKEN };
    for (const route of routes.filter(({ allow }) => allow in wrong)) {
      const headers = { authorization: `Bearer ${wrong[route.allow]}` };
      const reply = await call(server.given.anonymous(), route, { headers });
      expect([nameOf(route), reply.status]).toEqual([nameOf(route), 401]);
    }
  });

  test('takes nonsense in its address without breaking', WALK, async () => {
    for (const route of routes) {
      // An address without a parameter stays the same with every value.
      for (const url of new Set(ADDRESSES.filter(isNew(route)).map((value) => filled(route.url, value)))) {
        const target = { ...route, url };
        expectNoFailure(target, await call(nosy(route), target, { headers: headersFor(route) }));
      }
    }
  });

  test('takes nonsense in its query without breaking', WALK, async () => {
    for (const route of routes) {
      // Behind an address that a schema refuses no query is read.
      for (const url of new Set(
        ['1', '0', 'ZZZ'].filter(isNew(route)).map((value) => filled(route.url, value)),
      )) {
        const target = { ...route, url: url + queryFor(route) };
        expectNoFailure(target, await call(nosy(route), target, { headers: headersFor(route) }));
      }
    }
  });

  test('by which supervisors change something refuses fields in its address that it does not know', async () => {
    const changes = routes.filter((route) => route.isBulk || isChange(route));
    expect(changes.length).toBeGreaterThan(100);
    for (const route of changes) {
      const target = { ...route, url: `${route.url}?misspeltIds=1` };
      const { status, json } = await call(admin, target);
      expect([nameOf(route), status, json?.error?.code, json?.error?.issues]).toEqual([
        ...[nameOf(route), 400, 'UNKNOWN_FIELD'],
        [{ field: 'misspeltIds', kind: 'unexpected' }],
      ]);
    }
  });

  test('that changes many things refuses fields in its body that it does not know', async () => {
    const bulk = routes.filter(({ isBulk, method }) => isBulk && method !== 'GET');
    expect(bulk.length).toBeGreaterThan(20);
    for (const route of bulk) {
      for (const [type, body] of [
        ['application/json', '{"misspeltIds":[1]}'],
        ['application/x-www-form-urlencoded', 'misspeltIds=1'],
      ] as const) {
        const { status, json } = await call(admin, route, { body, headers: { 'content-type': type } });
        expect([nameOf(route), status, json?.error?.issues]).toEqual([
          ...[nameOf(route), 400],
          [{ field: 'misspeltIds', kind: 'unexpected' }],
        ]);
      }
    }
  });

  test('that takes lists of ids refuses fields that it does not know, unless it is a form that is sent whole', () => {
    const lists = routes.filter(
      (route) => isChange(route) && [...fieldsOf(route.query), ...fieldsOf(route.body)].some(isIds),
    );
    const loose = lists.filter(({ isBulk }) => !isBulk).map(nameOf);
    expect(loose.sort()).toEqual(WHOLE_FORMS);
  });

  test('takes nonsense in its body without breaking', WALK, async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      for (const [type, body] of [...BODIES.filter(isNewBody(route)), ...tooLong(route)]) {
        const headers = { ...headersFor(route), ...(type ? { 'content-type': type } : {}) };
        expectNoFailure(route, await call(nosy(route), route, { body, headers }));
      }
    }
  });
});

/** Whether supervisors change something by a route. */
const isChange = ({ method, allow }: DeclaredRoute) =>
  method !== 'GET' && (allow === 'supervisor' || allow === 'admin');
const isIds = (field: string) => /Ids$/.test(field);
/** Forms with lists in them that say what one thing is like. Older clients send more in them than is read. */
const WHOLE_FORMS: readonly string[] = [
  'POST /api/admin/contests',
  'POST /api/admin/contests/:contestId',
  'POST /api/admin/contests/:contestId/awards',
  'POST /api/admin/contests/:contestId/awards/:awardId',
  'POST /api/admin/contests/:contestId/preview',
  'POST /api/admin/contests/:contestId/problems',
  'POST /api/admin/groups',
  'POST /api/admin/groups/:groupId',
  'POST /api/admin/users',
  'POST /api/admin/users/:userId',
  'POST /api/news',
  'POST /api/news/:newsId',
];

/** What has refused a value before any handler saw it: a schema, behind hooks that follow the declaration of a route. */
const refusals = new Map<unknown, Set<string>>();

/** Returns whether a value was not yet refused by the schema of a route with the same declaration. */
function isNew(route: DeclaredRoute) {
  const { params, allow, audit, whileConfined, takesPart } = route;
  return (value: string) => {
    const given = paramsOf(route, decodeURIComponent(value));
    if (issuesOf(params, given) === null) return true;
    const refused = refusals.get(params) ?? new Set();
    refusals.set(params, refused);
    const asked = JSON.stringify([given, allow, audit !== undefined, whileConfined, takesPart]);
    return !refused.has(asked) && refused.add(asked).size > 0;
  };
}

/** Parameters of a route's address that all have the same value. */
function paramsOf({ url }: DeclaredRoute, value: string): Record<string, string> {
  return Object.fromEntries([...url.matchAll(/:(\w+)|\*/g)].map(([, name = '*']) => [name, value]));
}

/** Refusals of bodies that are known, with what stands before the handler. */
const bodyRefusals = new Set<string>();

/**
 * Returns whether a body may meet anything new: a handler, or reasons for its refusal that no route behind the same hooks
 * has given yet. What reads bodies and the error handler know nothing of a route but that.
 */
function isNewBody(route: DeclaredRoute) {
  const { params, body: schema, allow, audit, whileConfined, takesPart, bodyLimit } = route;
  const caller = [admin, participant].indexOf(nosy(route) as Person);
  const hooks = [allow, audit !== undefined, whileConfined, takesPart, bodyLimit, caller];
  const refusedParams = issuesOf(params, paramsOf(route, '1'));
  return ([type, body]: (typeof BODIES)[number]) => {
    if (body.length > (bodyLimit ?? body.length)) return true;
    const values = readBody(type, body, schema instanceof z.ZodType);
    if (values === null) return true;
    const reasons =
      values.length === 0 ? [type, body] : values.map((value) => refusedParams ?? issuesOf(schema, value));
    if (reasons.includes(null)) return true;
    const asked = JSON.stringify([hooks, reasons]);
    return !bodyRefusals.has(asked) && bodyRefusals.add(asked).size > 0;
  };
}

/**
 * Returns what the application may make of a body before a handler runs: no value when it refuses to read it, null when
 * that is left to the route.
 */
function readBody(type: string | null, body: string, isChecked: boolean): unknown[] | null {
  if (type === 'application/json') {
    if (body === '{' || body.includes('__proto__')) return [];
    return [body === '' ? null : JSON.parse(body)];
  }
  if (type === 'application/x-www-form-urlencoded') return [Object.fromEntries(new URLSearchParams(body))];
  // Files are for routes that declare no body.
  if (type?.startsWith('multipart')) return !isChecked ? null : body === EMPTY_FORM ? [{}] : [];
  if (type === 'application/octet-stream') return null;
  return body === '' ? [null, ''] : [body];
}

/** Issues of a schema with a value, or null when there are none. */
function issuesOf(schema: unknown, value: unknown) {
  return schema instanceof z.ZodType ? (schema.safeParse(value).error?.issues ?? null) : null;
}

/** An admin, who gets through everywhere; others where that would end the admin's session. */
function nosy({ url }: DeclaredRoute): TestClient {
  if (url.includes('authenticate')) return server.given.anonymous();
  return url.includes('sessions') ? participant : admin;
}
const headersFor = ({ allow }: DeclaredRoute) => TOKENS[allow] ?? {};

/** Fails the test for an answer that says that the server broke. */
function expectNoFailure(route: DeclaredRoute, reply: { status: number; text: string }) {
  // Each of thousands of assertions would cost more than it seems.
  if (reply.status >= 500) expect.fail(`${nameOf(route)}: ${reply.status} ${reply.text}`);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const ADDRESSES = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e3',
    '99999999999999999999',
    'NaN',
    'A',
    'ZZZ',
    'all',
    'my',
    '%00',
    '%27--',
    'a%2Fb',
  ],
  ...['%F0%9F%8E%88', '[object%20Object]', 'x'.repeat(90), '0'.repeat(64)],
];
/** Nonsense for the fields that a route knows, where it refuses all others. */
function queryFor(route: DeclaredRoute): string {
  if (!isChange(route) && !route.isBulk) return QUERY;
  const known = fieldsOf(route.query);
  const fields = [...new URLSearchParams(QUERY.slice(1))].filter(([name]) => known.includes(name));
  return `?${new URLSearchParams([...fields, ...known.map((name) => [name, '\u0000'])])}`;
}
const QUERY = `?${[
  'count=Infinity&offset=-1&select=none&category=%00&sort[]=1&sort_order=%F0%9F%8E%88&query=%00',
  'filterUserIds=1,2,99999999999&filterProblemIds=1&filterProblemIds=2&filterVerdictIds=,,&locale=xx&locale=yy',
  'showInTimeMs=1e308&raw=1&fields=__proto__,constructor&userId=%25',
].join('&')}`;

const strange = JSON.stringify({
  username: 'a\u0000b',
  password: 'a\u0000b',
  symbolIndex: 'A',
  languageId: '5',
  solution: '\ud800 lone half \u0007',
  idempotencyKey: 'a\u0000b'.repeat(5),
  judgeId: 2_000_000_000,
  solutionId: 1,
  fence: 1,
  waitMs: 0,
  name: 'a\u0000b',
  slots: 1,
  mode: 'full',
  warnings: ['\u0000'],
  languages: [{ key: 'c', version: '\u0000' }],
  state: 'testing',
  testNumber: 1e15,
  verdict: 'accepted',
  timeMs: 1e300,
  memoryKb: 1e300,
  compilationError: '\u0000',
  detail: '\u0000',
  judgedBy: { compiler: '\u0000', mode: '' },
});
const EMPTY_FORM = '--x--\r\n';
const BODIES: readonly (readonly [string | null, string])[] = [
  ...['null', '[]', '42', '"text"', '{}', '{', '', '{"__proto__":{"isAdmin":true}}', strange].map(
    (body) => ['application/json', body] as const,
  ),
  [
    'application/json',
    JSON.stringify({ username: { $ne: '' }, password: ['a'], symbolIndex: {}, solution: 7 }),
  ],
  ['application/json', JSON.stringify({ solution: 'x'.repeat(300_000), symbolIndex: 'A', languageId: 5 })],
  ['application/x-www-form-urlencoded', 'username[$ne]=&password=%00'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf'],
  ['multipart/form-data; boundary=x', EMPTY_FORM],
  ['text/plain', 'text'],
  ['application/octet-stream', '\u0000'],
  [null, ''],
];

const seenLimits = new Set<number | undefined>();

/** A body longer than a route takes, once for each bound that there is: the connection ends with its refusal. */
function tooLong({ bodyLimit }: DeclaredRoute): typeof BODIES {
  if (seenLimits.has(bodyLimit)) return [];
  seenLimits.add(bodyLimit);
  return [['application/json', `{"a":"${'x'.repeat(Math.max(2_000_000, bodyLimit ?? 0))}"}`]];
}

describe('every socket event', () => {
  const events = Object.keys(CLIENT_EVENTS) as ClientEvent[];
  const PAYLOADS: unknown[] = [
    undefined,
    null,
    0,
    'text',
    [],
    {},
    { contestId: null },
    { contestId: { $ne: '' } },
    { contestId: 1e300, userId: 1 },
    { contestId: 999_999 },
    { contestId: 'a\u0000b', extra: 'x'.repeat(5000) },
  ];

  test('says whom it allows and has somebody who hears it', () => {
    expect(events.length).toBeGreaterThan(0);
    expect(Object.keys(CLIENT_EVENT_HANDLERS).sort()).toEqual([...events].sort());
    for (const event of events)
      expect(['public', 'user', 'supervisor', 'admin']).toContain(CLIENT_EVENTS[event].allow);
  });

  test('that is not public is refused to strangers', async () => {
    const closed = events.filter((event) => (CLIENT_EVENTS[event].allow as string) !== 'public');
    for (const event of closed) {
      // The connection breaks after the answer, so that the client comes back with a session.
      const socket = await server.given.anonymous().socket();
      const reply = await socket.timeout(60_000).emitWithAck(event, { contestId: 1 });
      expect([event, reply.ok, reply.code]).toEqual([event, false, 'NOT_SIGNED_IN']);
    }
  });

  test('takes nonsense without breaking the connection', async () => {
    for (const event of events) {
      const socket = await admin.socket();
      for (const payload of PAYLOADS) {
        const reply = await socket.timeout(60_000).emitWithAck(event, payload);
        expect([event, payload, reply.code ?? 'no error']).not.toEqual([event, payload, 'INTERNAL']);
      }
      expect(socket.connected).toBe(true);
      socket.close();
    }
  });
});

describe('every event of the server', () => {
  const everything = Object.keys(SERVER_EVENTS) as (keyof typeof SERVER_EVENTS)[];
  const ROOM_OF: Record<Exclude<Audience, 'everybody' | 'checkedSocket'>, string> = {
    contest: ROOMS.contest(1),
    contestUser: ROOMS.contestUser(1, 2),
    contestSupervisors: ROOMS.contestSupervisors(1),
    contestDesk: ROOMS.contestDesk(1),
    contestControl: ROOMS.contestControl(1),
    contestBalloons: ROOMS.contestBalloons(1),
    solutionsOf: ROOMS.solutionsOf(2),
    solutionsAdmins: ROOMS.solutionsAdmins,
    solutionsModerators: ROOMS.solutionsModerators,
    chatOf: ROOMS.chatOf(2),
    chatSupport: ROOMS.chatSupport,
    console: ROOMS.console,
    peopleAdmins: ROOMS.peopleAdmins,
    peopleModerators: ROOMS.peopleModerators,
  };

  test('says whom it is for, and everybody learns of the server, its languages and outside systems only', () => {
    for (const event of everything) expect([event, SERVER_EVENTS[event].length]).not.toEqual([event, 0]);
    const open = everything.filter((event) =>
      (SERVER_EVENTS[event] as readonly Audience[]).includes('everybody'),
    );
    expect(open.sort()).toEqual([
      'languages changed',
      'outside server changed', // a number and a state, without a name
      'resync',
      'server started',
    ]);
  });

  test('is stopped on its way to any other room', () => {
    const { sockets } = server.services;
    const rooms = { ...ROOM_OF, checkedSocket: 'id-of-a-socket' };
    for (const event of everything) {
      const declared: readonly Audience[] = SERVER_EVENTS[event];
      for (const [audience, room] of Object.entries(rooms) as [Audience, string][]) {
        const send = () => sockets.emit(room, event, {} as never);
        if (declared.includes(audience)) send();
        else expect(send, `${event} to ${audience}`).toThrow('not declared');
      }
      if (!declared.includes('everybody')) {
        expect(() => sockets.emitToAll(event, {} as never)).toThrow('not declared');
      }
    }
  });
});
