import { expect, test } from 'vitest';
import { outsideRunUrl } from '#outside-run-url.ts';

const at = (url: string, settings = {}) => ({ url, settings });

test.each([
  [
    'timus',
    at('https://t.example.org/'),
    '1000',
    '17',
    'https://t.example.org/status.aspx?space=1&count=1&from=17',
  ],
  [
    'cf',
    at('https://c.example.org/'),
    'archive:33A',
    '2',
    'https://c.example.org/problemset/submission/33/2',
  ],
  ['cf', at('https://c.example.org/'), 'gym:100001A', '2', 'https://c.example.org/gym/100001/submission/2'],
  [
    'sgu',
    at('https://c.example.org/'),
    '100',
    '2',
    'https://c.example.org/problemsets/acmsguru/submission/99999/2',
  ],
  ['yandex', at('https://y.example.org/'), '7001:A', '5', 'https://y.example.org/contest/7001/run-report/5/'],
  [
    'yandexOfficial',
    at('https://api.example.org/v2/'),
    '7001:A',
    '5',
    'https://contest.yandex.ru/contest/7001/run-report/5/',
  ],
  [
    'ejudge',
    at('https://e.example.org/'),
    '12:A',
    '12:5',
    'https://e.example.org/cgi-bin/new-client?contest_id=12&action=view-report&run_id=5',
  ],
  [
    'ejudge',
    at('https://e.example.org/', { cgi: '/judge//cgi/' }),
    '12:A',
    '12:5',
    'https://e.example.org/judge/cgi/new-client?contest_id=12&action=view-report&run_id=5',
  ],
  ['acmp', at('https://a.example.org/'), '1', '5', null],
] as const)('a run of %s has its address for people', (systemType, site, foreignId, runId, address) => {
  expect(outsideRunUrl(systemType, site, { foreignId, runId })).toBe(address);
});

test('an id of another site does not lead elsewhere', () => {
  const run = { foreignId: '1000', runId: '1&from=2#x' };
  expect(outsideRunUrl('timus', at('https://t.example.org/'), run)).toBe(
    'https://t.example.org/status.aspx?space=1&count=1&from=1%26from%3D2%23x',
  );
});
