import { expect, test } from 'vitest';
import type { SystemReport } from '#doctor/examine-systems.ts';
import { systemLines } from '#doctor/print-systems.ts';

test('every failure says what to do, and what works says what was seen', () => {
  const findings = [
    { look: 'account', subject: 'pool', failure: 'signedOut', text: 'Wrong password' },
    { look: 'list', subject: '', failure: null, text: '1138 problems' },
  ] as const;
  const report: SystemReport = {
    ...({ systemType: 'timus', name: 'Timus', url: 'https://acm.timus.ru/' } as const),
    ...{ isPaused: true, pauseReason: 'exam', findings: [...findings] },
  };
  expect(systemLines([report], (_colour, text) => text)).toEqual([
    'Timus (timus) https://acm.timus.ru/',
    '  paused: exam',
    '  fails account pool: Wrong password (enter the password, key or cookies of the account again)',
    '  ok    list: 1138 problems',
  ]);
  expect(systemLines([], (_colour, text) => text)).toHaveLength(1);
});
