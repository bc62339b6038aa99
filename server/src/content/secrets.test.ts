import { expect, test } from 'vitest';
import { createSecretFilter } from '#content/secrets.ts';

const filter = createSecretFilter({
  judgeToken: 'the-token-of-judges',
  relayToken: 'the-token-of-relays',
  adminPassword: 'the password',
  databaseUrl: 'postgres://balloon:pass%20word%21@host/db',
  databasePoolerUrl: 'postgres://balloon:pooled-word@host:6432/db',
  databaseReplicaUrls: ['postgres://balloon:copied-word@host:5433/db'],
  smtpUrl: 'smtps://robot:s3cretmail@mail.example.org',
  metricsToken: null,
  settingsKey: 'the-key-of-the-site',
  telegramToken: '12345:ABCDEF-of-the-bot-of-the-site',
});

test.each([
  'judge showed the-token-of-judges and more',
  'ADMIN_PASSWORD is the password',
  'connection to postgres://balloon:pass%20word%21@host/db failed',
  'authentication failed for "pass word!"',
  'the pooler refuses pooled-word',
  'the replica refuses copied-word',
  'mail: s3cretmail was refused',
  'mail: unknown command czNjcmV0bWFpbA==',
  'mail: unknown command AUTH PLAIN AHJvYm90AHMzY3JldG1haWw=',
  'https://api.telegram.org/bot12345:ABCDEF-of-the-bot-of-the-site/sendMessage',
  'Authorization: Bearer the-other-token-of-a-judge',
  'GET /auth/reset?resetKey=the-key-of-a-person&x=1',
  '{"password":"the-word-of-a-person"}',
  'redis://user:the-unknown-one@cache:6379',
])('no secret stays in: %s', (line) => {
  expect(filter(line)).toContain('***');
  expect(filter(line)).not.toMatch(
    /the-|pass%|pass word|pooled-|copied-|s3cret|czNj|AHJv|ABCDEF|the password/,
  );
});

test('what is no secret stays', () => {
  const line =
    'solution 17 of contest 3: the judge hall-2 failed twice (exit code 1) at http://host:3000/contest/3';
  expect(filter(line)).toBe(line);
});
