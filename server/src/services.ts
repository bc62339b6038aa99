import type { Db } from '@balloon/database/connect.ts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Mailer } from '#mail/mailer.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { LocalSockets } from '#realtime/local-sockets.ts';
import type { Telegram } from '#telegram/telegram.ts';

/** What an installation decides; the launcher fills it from validated settings. */
export interface ServerOptions {
  host: string;
  /** 0 picks a free one (tests). */
  port: number;
  databaseUrl: string;
  /** How people reach the site, without a trailing slash; decides whether cookies are Secure. */
  publicUrl: string | null;
  /** Judges show this token. */
  judgeToken: string;
  /** For the first admin; null = generated and reported. */
  adminPassword: string | null;
  /** Puts the sample contest into an empty database. */
  sampleData: boolean;
  /** Built front end, or null to serve none (tests). */
  staticDir: string | null;
  /** Where the organisers may leave `contacts.md`, or null for nowhere. */
  contactsDir: string | null;
  /** Where the operator may leave `site.json` and pictures, or null for nowhere. */
  siteDir: string | null;
  /** Believe X-Forwarded-* of a proxy in front. */
  trustProxy: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** How long a judge may be silent before its work goes to another, in ms. */
  leaseMs: number;
  /** Whether a judge whose version of a language differs from the others' gets no work in it. */
  sameVersions: boolean;
  /** How many trial runs one person may start in a minute; 0 = none. */
  trialRunsPerMinute: number;
  /** The mail server, or null to send none; then `publicUrl` is set too. */
  smtpUrl: string | null;
  /** Sender of mail; null = balloon@ the host of `publicUrl`. */
  mailFrom: string | null;
  /** Of the bot that brings notices, or null for none. */
  telegramToken: string | null;
  /** Where the Bot API is. */
  telegramApiRoot: string;
}

/** What every operation may need; handed in, never imported. */
export interface Services {
  db: Db;
  pool: pg.Pool;
  options: ServerOptions;
  log: FastifyBaseLogger;
  announcements: Announcements;
  /** The browsers connected to this very process. */
  sockets: LocalSockets;
  mailer: Mailer;
  /** Null without a bot. */
  telegram: Telegram | null;
}

/** The signed-in person, as loaded with each request. */
export interface User {
  id: number;
  username: string;
  accessMask: number;
  groupIds: readonly number[];
}
