import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
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

const mailerFor = (
  smtpUrl: string | null,
  onWarning = () => {},
  clock: ConstructorParameters<typeof Mailer>[2] = {},
) =>
  new Mailer(
    { smtpUrl, mailFrom: null, publicUrl: 'https://example.org' },
    pino({ level: 'warn' }, { write: onWarning }),
    clock,
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

interface Closable {
  _socket: Socket;
}

test('a letter comes to an end when its connection is closed before it is made', async () => {
  mailbox = await openTestMailbox();
  mailer = mailerFor(mailbox.url, () => {}, { stuckAfterMs: 1, wait: async () => {} });

  const ends = await Promise.allSettled([mailer.send('anna@example.org', LETTER)]);

  expect(ends).toHaveLength(1);
});

test('a mail server that makes strangers wait gets the letter, and one that loses its own answer the same letter', async () => {
  const ids: string[] = [];
  let tries = 0;
  const greylisting = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onRcptTo(_address, _session, done) {
      tries += 1;
      done(tries <= 4 ? Object.assign(new Error('try again later'), { responseCode: 450 }) : null);
    },
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        ids.push(/^Message-ID: (.*)$/m.exec(mail)?.[1] ?? '');
        if (ids.length > 1) done(null);
        else for (const { _socket } of greylisting.connections as Set<Closable>) _socket.destroy();
      }, done);
    },
  }).on('error', () => {});
  greylisting.listen(0, '127.0.0.1');
  await once(greylisting.server, 'listening');
  const { port } = greylisting.server.address() as AddressInfo;
  let waitedMs = 0;
  const wait = async (ms: number) => (waitedMs += ms);
  mailer = mailerFor(`smtp://127.0.0.1:${port}`, () => {}, { wait });

  await mailer.send('anna@example.org', LETTER);

  expect(ids).toEqual([ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^<.+@example\.org>$/);
  expect(waitedMs).toBeGreaterThan(600_000);
  await mailer.close();
  await new Promise((closed) => greylisting.close(() => closed(null)));
});

test('what the mail server refuses for good is not sent again', async () => {
  mailbox = await openTestMailbox({ refuses: () => true });
  mailer = mailerFor(mailbox.url);

  await expect(mailer.send('nobody@example.org', LETTER)).rejects.toThrow('no such mailbox');

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
  mailer = mailerFor(`smtp://127.0.0.1:${port}`, () => {}, { stuckAfterMs: 3_000 });
  await expect(mailer.sendNow('anna@example.org', LETTER)).rejects.toThrow('in time');
  const letters = ['boris', 'chen', 'dana'].map((name) => mailer?.send(`${name}@example.org`, LETTER));

  isStuck = false;
  await Promise.all(letters);

  expect(mailbox.mails.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['boris@example.org', 'chen@example.org', 'dana@example.org']),
  );
  server.close();
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
