import { expect, test } from 'vitest';
import { type LinkedServer, outsideRunUrl } from '#outside/outside-links.ts';
import { OUTSIDE_SYSTEMS, type OutsideSystemType } from '#outside/outside-systems.ts';

const serverOf = (systemType: OutsideSystemType, settings = {}): LinkedServer => ({
  systemType,
  url: OUTSIDE_SYSTEMS[systemType].defaultUrl ?? 'https://ejudge.example.org/',
  settings,
});
const REPORT = 'https://contest.yandex.ru/contest/19241/run-report/77/';

test.for<[OutsideSystemType, string, string, string | null]>([
  ['timus', '1000', '9000001', 'https://acm.timus.ru/status.aspx?space=1&count=1&from=9000001'],
  ['acmp', '1', '9000001', null],
  ['cf', 'archive:33A', '210000001', 'https://codeforces.com/problemset/submission/33/210000001'],
  ['cf', 'gym:100001A', '210000001', 'https://codeforces.com/gym/100001/submission/210000001'],
  ['sgu', '100', '210000001', 'https://codeforces.com/problemsets/acmsguru/submission/99999/210000001'],
  [
    'ejudge',
    '12:A',
    '12:5',
    'https://ejudge.example.org/cgi-bin/new-client?contest_id=12&action=view-report&run_id=5',
  ],
  ['yandex', '19241:A', '77', REPORT],
  ['yandexOfficial', '19241:A', '77', REPORT],
])('%s shows run of %s %s at %s', ([systemType, foreignId, runId, url]) => {
  expect(outsideRunUrl(serverOf(systemType), { foreignId, runId })).toBe(url);
});

test('programs of ejudge lie where the settings of the server say', () => {
  const server = serverOf('ejudge', { cgi: 'ej//cgi' });
  expect(outsideRunUrl(server, { foreignId: '12:A', runId: '12:5' })).toBe(
    'https://ejudge.example.org/ej/cgi/new-client?contest_id=12&action=view-report&run_id=5',
  );
});

test.for<[OutsideSystemType, string, string]>([
  ['cf', '33A', '1'],
  ['ejudge', '12:A', '5'],
  ['yandex', 'javascript:alert(1)', '5'],
])('%s: what is no stored identifier leads nowhere (%s, %s)', ([systemType, foreignId, runId]) => {
  expect(outsideRunUrl(serverOf(systemType), { foreignId, runId })).toBeNull();
});

test('a run id adds nothing but itself to an address', () => {
  const url = outsideRunUrl(serverOf('timus'), { foreignId: '1000', runId: '1&x=y/../#z' });
  expect(url).toBe('https://acm.timus.ru/status.aspx?space=1&count=1&from=1%26x%3Dy%2F..%2F%23z');
});
