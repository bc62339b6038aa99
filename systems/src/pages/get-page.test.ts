import { expect, test } from 'vitest';
import { pageOf } from '#pages/get-page.ts';

const kindOf = (html: string) =>
  pageOf(html, { url: 'http://judge.example/', status: 200, body: html }).lacks('table.status').kind;

test('a captcha in place of a page is told from a page that has changed', () => {
  expect(kindOf('<title>Just a moment...</title>')).toBe('challenge');
  expect(kindOf('<form><div class="g-recaptcha"></div></form>')).toBe('challenge');
  expect(kindOf('<title>Status</title><table></table>')).toBe('drift');
});
