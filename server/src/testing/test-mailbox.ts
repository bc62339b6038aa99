import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  /** Its Message-ID. */
  id: string;
  subject: string;
  text: string;
  html: string;
}

/** A real mail server on a free port that keeps received mails. */
export interface TestMailbox {
  /** For the setting SMTP_URL. */
  url: string;
  /** Received mails, oldest first. */
  mails: readonly ReceivedMail[];
  /** Recipients of all attempts, refused or not. */
  tries: readonly string[];
  /** Waits for the next unread mail to an address. */
  next(to: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Starts a mail server for a test, on any free port by default; refuses the given recipients. */
export async function openTestMailbox({
  port: wantedPort = 0,
  refuses = () => false,
}: {
  port?: number;
  refuses?: (to: string) => boolean;
} = {}): Promise<TestMailbox> {
  const mails: ReceivedMail[] = [];
  const unread: ReceivedMail[] = [];
  const tries: string[] = [];
  let wake = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      tries.push(address);
      done(refuses(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      readMail(stream).then(({ messageId: id = '', subject = '', text = '', html = '' }) => {
        for (const { address } of session.envelope.rcptTo) {
          const mail = { to: address, id, subject, text, html };
          mails.push(mail);
          unread.push(mail);
        }
        wake.resolve();
        wake = Promise.withResolvers();
        done(null);
      }, done);
    },
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    tries,
    async next(to) {
      for (;;) {
        const index = unread.findIndex((mail) => mail.to === to);
        const [mail] = index < 0 ? [] : unread.splice(index, 1);
        if (mail) return mail;
        await wake.promise;
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function readMail(stream: SMTPServerDataStream): Promise<Email> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return PostalMime.parse(Buffer.concat(chunks));
}

/** The value of a query parameter in the one link of a mail. */
export function keyInMail({ text }: ReceivedMail, name: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  const key = link && new URL(link).searchParams.get(name);
  if (!key) throw new Error(`The mail has no link with ${name}:\n${text}`);
  return key;
}
