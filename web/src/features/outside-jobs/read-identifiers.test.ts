import { expect, test } from 'vitest';
import { readIdentifiers, readYandexContest } from '#features/outside-jobs/read-identifiers.ts';

test('pasted identifiers are taken apart whatever stands between them, each once', () => {
  const text = ' 1000, 1001;1000\n\nhttps://acm.timus.ru/problem.aspx?space=1&num=1002\t';
  const address = 'https://acm.timus.ru/problem.aspx?space=1&num=1002';
  expect(readIdentifiers(text)).toEqual(['1000', '1001', address]);
  expect(readIdentifiers(' ,\n')).toEqual([]);
});

test.each([
  ['19241', '19241', false],
  ['https://contest.yandex.ru/contest/019241/problems/A/', '19241', false],
  ['contest.yandex.com/contest/7', '7', false],
  ['https://official.contest.yandex.ru/contest/19241/enter/?lang=ru', '19241', true],
])('the contest of %s is recognised', (text, number, isOfficial) => {
  expect(readYandexContest(text)).toEqual({ number, isOfficial });
});

test.each([
  ...['', 'contest', 'https://contest.yandex.ru/', '12345678901', '19241:A', 'https://[/contest/7'],
  ...['https://codeforces.com/contest/1234', 'https://my.contest.yandex/contest/7', 'site.ru/contest/7'],
])('no contest is seen in “%s”', (text) => expect(readYandexContest(text)).toBeNull());
