import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '@balloon/contracts/site/audit-actions.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { expect, test } from 'vitest';

const WEB = new URL('../../../', import.meta.url);

test.each(LOCALES)('every action and every kind of subject has a text in %s', (locale) => {
  const file = new URL(`public/js/locales/admin/${locale}.json`, WEB);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const keys = [
    ...Object.keys(AUDIT_ACTIONS).map((action) => `audit.action.${action}`),
    ...AUDIT_SUBJECTS.map((subject) => `audit.subject.${subject}`),
  ];
  expect(keys.filter((key) => !texts[key])).toEqual([]);
});
