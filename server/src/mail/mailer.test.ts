import { freePort } from '@balloon/database/testing/free-port.ts';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { composeLetter } from '#mail/letter-page.ts';
import { Mailer } from '#mail/mailer.ts';
import { openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';

const LETTER = composeLetter({
  subject: 'Новый пароль',
  paragraphs: ['Здравствуйте, <b>Анна & Ко</b>!'],
  button: { text: 'Открыть', url: 'https://example.org/auth/reset?resetKey=1&x="2"' },
  closing: 'Это всё.',
});

let mailbox: TestMailbox | undefined;
let mailer: Mailer | undefined;
afterEach(async () => {
  await mailer?.close();
  await mailbox?.close();
});

const mailerFor = (smtpUrl: string | null, onWarning = () => {}) =>
  new Mailer(
    { smtpUrl, mailFrom: null, publicUrl: 'https://example.org' },
    pino({ level: 'warn' }, { write: onWarning }),
  );

test('a letter says the same as text and as HTML, and what people wrote is no markup', async () => {
  mailbox = await openTestMailbox();
  mailer = mailerFor(mailbox.url);

  await mailer.send('anna@example.org', LETTER);

  const mail = await mailbox.next('anna@example.org');
  expect(mail.subject).toBe('Новый пароль');
  expect(mail.text).toContain('<b>Анна & Ко</b>');
  expect(mail.text).toContain('https://example.org/auth/reset?resetKey=1&x="2"');
  expect(mail.html).toContain('&lt;b&gt;Анна &amp; Ко&lt;/b&gt;');
  expect(mail.html).toContain('href="https://example.org/auth/reset?resetKey=1&amp;x=&quot;2&quot;"');
});

test('an address is one address, whatever stands in it', async () => {
  mailbox = await openTestMailbox();
  mailer = mailerFor(mailbox.url);

  await mailer.send('anna@example.org, boris@example.org', LETTER).catch(() => undefined);

  expect(mailbox.tries).not.toContain('boris@example.org');
});

test('a mail server that is away for a moment gets the letter later', async () => {
  const port = await freePort();
  const failed = Promise.withResolvers<void>();
  mailer = mailerFor(`smtp://127.0.0.1:${port}`, failed.resolve);
  const sent = mailer.send('anna@example.org', LETTER);

  await failed.promise;
  mailbox = await openTestMailbox({ port });
  await sent;

  expect(mailbox.mails.map(({ to }) => to)).toEqual(['anna@example.org']);
});

test('what the mail server refuses for good is not sent again', async () => {
  mailbox = await openTestMailbox({ refuses: () => true });
  mailer = mailerFor(mailbox.url);

  await expect(mailer.send('nobody@example.org', LETTER)).rejects.toThrow('no such mailbox');

  expect(mailbox.tries).toEqual(['nobody@example.org']);
});

test('work after the answer that fails is no accident, and closing does not wait for a server that is away', async () => {
  const gone = await openTestMailbox();
  await gone.close();
  const away = mailerFor(gone.url);
  away.afterAnswer('failing', () => Promise.reject(new Error('on purpose')));
  away.afterAnswer('mailing', () => away.send('anna@example.org', LETTER));

  await away.close();

  expect(() => mailerFor(null).expectOn()).toThrow('sends no mail');
});
