import { readFileSync } from 'node:fs';
import type { AuditEntry } from '@balloon/contracts/site/audit.ts';
import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_EXAMPLES } from '#features/audit/testing/audit-examples.ts';
import type { DeclaredRoute } from '#http/allow.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * Walks through every call by which supervisors change something: it must declare what it records, and record it. So must
 * calls that declare it though they only read, since much leaves the site by them.
 */

let server: TestServer;
let admin: Person;
let routes: DeclaredRoute[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  routes = server.routes.filter(isChange);
});
afterAll(() => server.close());

const isChange = ({ method, url, allow, audit }: DeclaredRoute) =>
  method !== 'HEAD' &&
  (audit !== undefined ||
    (method !== 'GET' && (allow === 'supervisor' || allow === 'admin' || url.startsWith('/api/admin/'))));
const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url}`;
const recording = () => routes.filter(({ audit }) => audit !== undefined && audit !== 'none');

/** Fields of entries that the page names in the reader's language. */
function fieldsWithText(): Set<string> {
  const texts = JSON.parse(readFileSync(new URL(TEXTS, import.meta.url), 'utf8')) as Record<string, string>;
  const prefix = 'audit.field.';
  return new Set(
    Object.keys(texts).flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])),
  );
}
const TEXTS = '../../../../web/public/js/locales/admin/ru-ru.json';

async function newest(): Promise<AuditEntry | undefined> {
  const log = (await admin.get('/api/admin/audit?count=1')).as(AuditLog);
  return log.entries[0];
}

test('every call by which a supervisor changes something declares what it records', () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter(({ audit }) => audit === undefined).map(nameOf)).toEqual([]);
});

test('every call that records something has an example here, and each example has its call', () => {
  expect(Object.keys(AUDIT_EXAMPLES).sort()).toEqual(recording().map(nameOf).sort());
});

test('every example leaves an entry of the declared action, made by the caller, whose fields have names', async () => {
  const named = fieldsWithText();
  const nameless = new Set<string>();
  for (const route of recording()) {
    const former = (await newest())?.id ?? 0;
    const reply = await AUDIT_EXAMPLES[nameOf(route)]?.({ server, admin });
    expect([nameOf(route), reply?.status, reply?.text]).toEqual([
      nameOf(route),
      expect.toSatisfy((status: number) => status >= 200 && status < 300),
      reply?.text,
    ]);
    const entry = await newest();
    expect([nameOf(route), entry?.id]).toEqual([nameOf(route), expect.toSatisfy((id) => id > former)]);
    expect([route.audit].flat()).toContain(entry?.action);
    expect([entry?.actor?.id, entry?.ip]).toEqual([admin.user.id, '127.0.0.1']);
    for (const field of Object.keys({ ...entry?.before, ...entry?.after }))
      if (!named.has(field)) nameless.add(field);
  }
  // Texts `audit.field.NAME` in web/public/js/locales/admin.
  expect([...nameless]).toEqual([]);
});
