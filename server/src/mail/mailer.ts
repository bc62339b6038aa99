import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { ForbiddenError } from '#errors.ts';
import type { Letter } from '#mail/letters.ts';
import type { ServerOptions } from '#services.ts';

const load = createRequire(import.meta.url);
const CONNECTIONS = 2;
const SUBMISSION_PORT = 587;
const IMPLICIT_TLS_PORT = 465;
const CONNECT_WITHIN_MS = 10_000;
const SEND_WITHIN_MS = 30_000;
/**
 * Time in ms for a try, with its wait for one of the connections. A server that keeps saying a little, which no bound of a single
 * answer ends, would hold a connection for ever.
 */
const TRY_WITHIN_MS = 60_000;

type MailOptions = Pick<ServerOptions, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

/** Sends mail by the server of the settings, with a single try for each letter. */
export class Mailer {
  #options: MailOptions = { smtpUrl: null, mailFrom: null, publicUrl: null };
  #transport: ReturnType<typeof transportTo> | null = null;
  readonly #log: FastifyBaseLogger;
  readonly #tryWithinMs: number;
  readonly #sockets = new Set<Socket>();

  /** @param tryWithinMs time for a try, which tests make shorter */
  constructor(options: MailOptions, log: FastifyBaseLogger, tryWithinMs = TRY_WITHIN_MS) {
    this.#log = log;
    this.#tryWithinMs = tryWithinMs;
    this.use(options);
  }

  /** Sends by these options from now on. */
  use({ smtpUrl, mailFrom, publicUrl }: MailOptions): void {
    const options = { smtpUrl, mailFrom, publicUrl };
    if (isDeepStrictEqual(options, this.#options)) return;
    const former = this.#transport;
    this.#options = options;
    this.#transport = smtpUrl === null ? null : transportTo(smtpUrl, senderOf(options), this.#sockets);
    // Without a listener an idle connection's death would end the process.
    this.#transport?.on('error', (error) =>
      this.#log.warn({ err: error }, 'a connection to the mail server died'),
    );
    former?.close();
  }

  /** Whether this site sends mail at all. */
  get isOn(): boolean {
    return this.#transport !== null;
  }

  /** Host and port of the mail server, without the account, and the sender; nulls without mail. */
  get way(): { server: string | null; from: string | null } {
    const { smtpUrl } = this.#options;
    if (smtpUrl === null) return { server: null, from: null };
    return { server: new URL(smtpUrl).host, from: senderOf(this.#options) };
  }

  /** @throws {ForbiddenError} MAIL_OFF */
  expectOn(): void {
    if (this.isOn) return;
    throw new ForbiddenError('MAIL_OFF', 'This site sends no mail. Ask its administrator');
  }

  /** Address of a page of the site, for mails. */
  link(path: string, query: Record<string, string>): string {
    return `${this.#options.publicUrl ?? ''}${path}?${new URLSearchParams(query)}`;
  }

  /**
   * Sends a letter with a single try.
   *
   * @param id a letter that is sent again has the same: receivers show it once
   * @throws why it was not sent
   */
  async sendNow(to: string, letter: Letter, id: string = randomUUID()): Promise<void> {
    if (this.#transport === null) throw new Error('This site sends no mail any more');
    const { hostname } = new URL(this.#options.publicUrl ?? 'http://localhost');
    // Ends the try in the pool as well: it would go on there beside the next one, and in front of other letters.
    const signal = AbortSignal.timeout(this.#tryWithinMs);
    const sent = this.#transport.sendMail({
      to: { name: '', address: to }, // this form prevents that part of the text is read as a second address
      messageId: `<${id}@${hostname}>`,
      signal,
      ...letter,
    });
    await sent.catch((error: unknown) => {
      throw signal.aborted ? new Error('The mail server does not take the letter in time') : error;
    });
  }

  /** Cuts off what is being sent. */
  close(): void {
    this.#transport?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** @param sockets gets the connections for as long as they are open */
function transportTo(url: string, from: string, sockets: Set<Socket>) {
  // Loaded here, for sites that send mail.
  const { createTransport } = load('nodemailer') as typeof import('nodemailer');
  return createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SEND_WITHIN_MS,
      getSocket: ({ host, port, secure }: Server, callback: Connected) =>
        openSocket({ host, port, secure }, sockets, callback),
    },
    {
      from,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  );
}

interface Server {
  host?: string | undefined;
  port?: number | string | undefined;
  secure?: boolean | undefined;
}
type Connected = (error: Error | null, found?: { connection: Socket }) => void;

/** Connects to a mail server as the library would, which closes no connection that is at work. */
function openSocket(
  { host = 'localhost', port, secure }: Server,
  sockets: Set<Socket>,
  callback: Connected,
): void {
  const socket = connect({
    host: host.startsWith('[') ? host.slice(1, -1) : host,
    port: Number(port ?? (secure ? IMPLICIT_TLS_PORT : SUBMISSION_PORT)),
  });
  sockets.add(socket);
  const late = setTimeout(() => socket.destroy(new Error('Connection timeout')), CONNECT_WITHIN_MS);
  let isSettled = false;
  const settle = (error: Error | null) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(late);
    socket.off('error', settle);
    callback(error, error ? undefined : { connection: socket });
  };
  socket.once('error', settle).once('connect', () => settle(null));
  // The library only says that it has nothing more to say: a server that goes on would be listened to for ever.
  socket.once('finish', () => setTimeout(() => socket.destroy(), CONNECT_WITHIN_MS).unref());
  // Tells of a connection that is closed before it is made, without an error: unsaid, it would hold its place for ever.
  socket.once('close', () => {
    sockets.delete(socket);
    settle(new Error('The connection was closed'));
  });
}

/** Sender of all mail of the site. */
function senderOf({ mailFrom, publicUrl }: MailOptions): string {
  return mailFrom ?? `Balloon <balloon@${new URL(publicUrl ?? 'http://localhost').hostname}>`;
}

/** Codes of the library for what a server says of a letter's addresses and of its text. */
const OF_LETTER: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);
/** "Authentication required" (RFC 4954): the settings have no account, or the server has forgotten it. */
const SIGN_IN_FIRST = 530;

/**
 * Whether a mail server refused a letter for good. One that says 5xx means it: no such address, not from here. What it says of the
 * site's own account is mended in the settings: letters wait for that.
 */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return OF_LETTER.has(code) && responseCode >= 500 && responseCode !== SIGN_IN_FIRST;
}
