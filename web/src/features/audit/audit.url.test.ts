import { expect, test } from 'vitest';
import {
  auditPath,
  dayEndMs,
  dayStartMs,
  isAuditNarrowed,
  readAuditChoice,
} from '#features/audit/audit.url.ts';

const read = (path: string) => readAuditChoice(new URL(path, 'https://example.org').searchParams);

test.each([
  '/admin/audit',
  '/admin/audit?query=cup&actor=3&subject=user&id=7&action=user.ban&from=2026-03-05&to=2026-03-06&before=99',
])('%s is the address of what it shows', (path) => {
  expect(auditPath(read(path))).toBe(path);
});

test('what makes no sense is left out', () => {
  const odd = '?actor=x&subject=cup&id=7&action=user.sing&from=2026-13-45&to=0202-11-05&before=-1';
  expect(auditPath(read(`/admin/audit${odd}`))).toBe('/admin/audit');
  expect(auditPath(read('/admin/audit?to=now'))).toBe('/admin/audit');
  expect(read('/admin/audit?subject=news&action=user.ban').action).toBeNull();
  expect([
    isAuditNarrowed(read('/admin/audit?before=9')),
    isAuditNarrowed(read('/admin/audit?query=a')),
  ]).toEqual([false, true]);
});

test('a range of one day is that day, in the zone of the viewer', () => {
  expect(new Date(dayStartMs('2026-03-05')).getHours()).toBe(0);
  expect(new Date(dayEndMs('2026-03-05')).getDate()).toBe(6);
});
