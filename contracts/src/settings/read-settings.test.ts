import { expect, test } from 'vitest';
import { describeSettings, readSettings, SettingsError } from '#settings/read-settings.ts';
import { SETTINGS } from '#settings/settings.ts';

test('everything has a default', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    dataDir: './data',
    databaseUrl: null,
    adminPassword: null,
    sampleData: 'on',
    sandboxMode: 'auto',
    trustProxy: false,
  });
  expect(readSettings({}).judgeSlots).toBeGreaterThanOrEqual(1);
});

test('the environment wins over the file, and an empty value counts as none', () => {
  const settings = readSettings(
    { PORT: '4000', HOST: '' },
    { PORT: '5000', HOST: '127.0.0.1', SAMPLE_DATA: 'off' },
  );

  expect(settings).toMatchObject({ port: 4000, host: '127.0.0.1', sampleData: 'off' });
});

test('testlib.h is looked for in the data directory, or where it was said to be', () => {
  expect(readSettings({ DATA_DIR: '/srv/balloon' }).testlibDir).toBe('/srv/balloon/testlib');
  expect(readSettings({ TESTLIB_DIR: '/opt/testlib' }).testlibDir).toBe('/opt/testlib');
});

test('an address loses its closing slash', () => {
  expect(readSettings({ PUBLIC_URL: 'https://contest.example.org/' }).publicUrl).toBe(
    'https://contest.example.org',
  );
});

test.for([
  [
    'PORT',
    '70000',
    'PORT is "70000", which cannot be used: expected a number from 0 to 65535 (0 = any free port)',
  ],
  ['PORT', '3e3', 'PORT is "3e3", which cannot be used'],
  ['SAMPLE_DATA', 'no', 'SAMPLE_DATA is "no", which cannot be used: expected on, contest or off'],
  ['JUDGE_SLOTS', '-1', 'JUDGE_SLOTS is "-1", which cannot be used: expected a number from 0 to 28'],
  ['PUBLIC_URL', 'contest.example.org', 'PUBLIC_URL is "contest.example.org", which cannot be used'],
  ['PUBLIC_URL', 'https://example.org/contest', 'without a path'],
  [
    'DATABASE_URL',
    'mysql://root:secret@host/db',
    'DATABASE_URL cannot be used: expected an address such as postgres://',
  ],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD cannot be used: expected at least 8 characters'],
  ['MAIL_FROM', 'a@example.org, b@example.org', 'MAIL_FROM is'],
  ['TELEGRAM_TOKEN', 'bot', 'TELEGRAM_TOKEN cannot be used: expected what @BotFather gives'],
  ['SANDBOX_MODE', 'none', 'expected auto, full, delegated, namespaces or plain'],
  ['JUDGE_SLOT', '4', 'there is no setting JUDGE_SLOT; the settings are PORT, '],
  ['BALLOON_PORT', '4', 'there is no setting BALLOON_PORT'],
] as const)('%s=%s is refused in one line', ([name, value, message]) => {
  const read = () => readSettings({ [name]: value });

  expect(read).toThrow(SettingsError);
  expect(read).toThrow(message);
  expect(read).toThrow(/^[^\n]*$/);
});

test('a name in the file that is no setting is refused, one in the environment is somebody else’s', () => {
  expect(() => readSettings({}, { PROT: '4000' })).toThrow('there is no setting PROT in .env');
  expect(readSettings({ PROT: '4000' }).port).toBe(3000);
});

test('mail needs to know where its links lead', () => {
  const mail = { SMTP_URL: 'smtp://mail.example.org' };
  expect(() => readSettings(mail)).toThrow('SMTP_URL needs PUBLIC_URL');
  expect(readSettings({ ...mail, PUBLIC_URL: 'https://example.org' }).smtpUrl).toBe(mail.SMTP_URL);
});

test('a wrong secret is not repeated in the message', () => {
  expect(() => readSettings({ JUDGE_TOKEN: 'too short' })).toThrow(/^(?!.*too short)/);
  for (const name of ['SMTP_URL', 'DATABASE_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL']) {
    expect(() => readSettings({ [name]: 'http://user:secret@host' })).toThrow(/^(?!.*secret)/);
  }
});

test('the help names every setting', () => {
  for (const { env } of Object.values(SETTINGS)) expect(describeSettings()).toContain(`  ${env} `);
});
