import { expect, test } from 'vitest';
import { createRedactor } from '#relay/redact.ts';

test('a secret is removed however it is written', () => {
  const redact = createRedactor(['p&s"s wörd/+']);
  const spellings = [
    'p&s"s wörd/+',
    encodeURIComponent('p&s"s wörd/+'),
    encodeURIComponent('p&s"s wörd/+').toLowerCase(),
    'p%26s%22s+w%C3%B6rd%2F%2B',
    'p&amp;s&quot;s wörd/+',
    JSON.stringify('p&s"s wörd/+'),
    Buffer.from('p&s"s wörd/+').toString('base64'),
  ];
  for (const spelling of spellings) expect(redact(`<${spelling}>`)).toMatch(/^<"?•••"?>$/);
});

test('tokens of pages and headers are removed, and other text stays', () => {
  const redact = createRedactor(['x', '']);
  expect(redact('<input name="csrf_token" value="0123abcdef"> x')).toBe(
    '<input name="csrf_token" value="•••"> x',
  );
  expect(redact('?SID=0123456789abcdef&action=2')).toBe('?SID=•••&action=2');
  expect(redact('/new-client/submit/S0123456789abcdef-fedcba9876543210?action=2')).toBe(
    '/new-client/submit/•••?action=2',
  );
  expect(redact('Authorization: OAuth y0_AgAAAA-bcd')).toBe('Authorization: OAuth •••');
  expect(redact('Wrong answer on test 2')).toBe('Wrong answer on test 2');
});
