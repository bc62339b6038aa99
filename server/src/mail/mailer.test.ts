import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
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
  mailer?.close();
  await mailbox?.close();
});

const mailerFor = (smtpUrl: string | null, tryWithinMs?: number) =>
  new Mailer(
    { smtpUrl, mailFrom: null, publicUrl: 'https://example.org' },
    pino({ level: 'silent' }),
    tryWithinMs,
  );

test('a letter says the same as text and as HTML, and what people wrote is no markup', async () => {
  mailbox = await openTestMailbox();
  mailer = mailerFor(mailbox.url);

  await mailer.sendNow('anna@example.org', LETTER);

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

  await Promise.allSettled([mailer.sendNow('anna@example.org, boris@example.org', LETTER)]);
  await mailer.sendNow('anna@example.org', LETTER);

  expect(mailbox.tries.at(-1)).toBe('anna@example.org'); // letters are taken here
  expect(mailbox.tries).not.toContain('boris@example.org');
});

test('a letter comes to an end when its time is over before the connection is made', async () => {
  mailbox = await openTestMailbox();
  mailer = mailerFor(mailbox.url, 0);

  await expect(mailer.sendNow('anna@example.org', LETTER)).rejects.toThrow('in time');
});

test('what the mail server refuses for good is not sent again', async () => {
  mailbox = await openTestMailbox({ refuses: () => true });
  mailer = mailerFor(mailbox.url);

  await expect(mailer.sendNow('nobody@example.org', LETTER)).rejects.toThrow('no such mailbox');

  expect(mailbox.tries).toEqual(['nobody@example.org']);
});

test('a mail server that never comes to the end of an answer holds up one letter, not all mail after it', async () => {
  let isStuck = true;
  mailbox = await openTestMailbox();
  const target = new URL(mailbox.url);
  // Says a little again and again, until it is mended and leads to a server that works.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (!isStuck) {
      pipeline(socket, connect(Number(target.port), target.hostname), socket, () => {});
      return;
    }
    socket.write('220 hello\r\n');
    const timer = setInterval(() => socket.write('250-a little more\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Long enough for a busy machine to get a letter through once the server is mended.
  mailer = mailerFor(`smtp://127.0.0.1:${port}`, 3_000);
  await expect(mailer.sendNow('anna@example.org', LETTER)).rejects.toThrow('in time');
  const insist = async (to: string): Promise<void> =>
    mailer?.sendNow(to, LETTER).catch(() => (isStuck ? undefined : insist(to)));
  const letters = ['boris', 'chen', 'dana'].map((name) => insist(`${name}@example.org`));

  isStuck = false;
  await Promise.all(letters);

  const receivers = mailbox.mails.map(({ to }) => to);
  expect(receivers).toEqual(
    expect.arrayContaining(['boris@example.org', 'chen@example.org', 'dana@example.org']),
  );
  // Whoever gave the letter up may send it anew: nothing goes on with it in front of the others.
  expect(receivers).not.toContain('anna@example.org');
  server.close();
});

test('a site without mail says so', async () => {
  mailer = mailerFor(null);

  expect(() => mailer?.expectOn()).toThrow('sends no mail');
  await expect(mailer.sendNow('anna@example.org', LETTER)).rejects.toThrow('sends no mail');
});
