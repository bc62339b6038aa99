import { expect, test } from 'vitest';
import { certificateLines, unknownPlaceholders } from '#ceremony/certificate-text.ts';

const FACTS = {
  ...{ team: 'Лис и Ко', organization: '', members: 'Анна, Борис', rank: '3' },
  ...{ award: 'Бронзовая медаль', contest: 'Кубок', date: '1 мая 2026 г.' },
};

test('placeholders become facts, and a fact that is all of its line is known as such', () => {
  expect(certificateLines('награждается\n{team}\n{rank} место, {contest}', FACTS)).toEqual([
    { text: 'награждается', field: null },
    { text: 'Лис и Ко', field: 'team' },
    { text: '3 место, Кубок', field: null },
  ]);
});

test('a line that names what a team does not have is left out', () => {
  const lines = certificateLines('{team}\n{organization}, {contest}\n\n{award}', FACTS);
  expect(lines.map(({ text }) => text)).toEqual(['Лис и Ко', '', 'Бронзовая медаль']);
});

test('braces within a name stay as they are', () => {
  expect(certificateLines('{team}', { ...FACTS, team: '{rank} $& {x}' })).toEqual([
    { text: '{rank} $& {x}', field: 'team' },
  ]);
});

test('long names and control characters keep the text within bounds', () => {
  const facts = { ...FACTS, team: `a\u0007${'b'.repeat(5_000)}` };
  const lines = certificateLines(Array(20).fill('{team}').join('\n'), facts);
  expect(lines[0]?.text).toMatch(/^a b{497}…$/);
  expect(lines.reduce((sum, { text }) => sum + text.length, 0)).toBe(2_500);
});

test.each([
  ['{team} {organization} {members} {rank} {award} {contest} {date}', []],
  ['{Team} {place} {} { team } {place}', ['Team', 'place', '', ' team ']],
  ['} { team', []],
  ['{'.repeat(100_000), []],
])('unknown placeholders of %.40s are %j', (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown);
});
