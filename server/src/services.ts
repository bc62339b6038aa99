import type { GivenSettings, SampleExtent } from '@balloon/contracts/settings/settings.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Outbox } from '#features/account/outbox.ts';
import type { BackupRuns } from '#features/backups/backup-runs.ts';
import type { ConsoleLog } from '#features/console/console-log.ts';
import type { Confinement, ConfiningContest } from '#features/contests/confinement/confinement.ts';
import type { ContestHeads } from '#features/contests/contest-heads.ts';
import type { HandOvers } from '#features/printing/hand-overs.ts';
import type { SeenPeople } from '#features/session/seen-people.ts';
import type { LiveSettings } from '#features/site-settings/live-settings.ts';
import type { SolutionIntake } from '#features/solutions/sending/solution-intake.ts';
import type { Farewell } from '#http/answers/farewell.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { DatabaseClock } from '#realtime/database-clock.ts';
import type { LivingSessions } from '#realtime/living-sessions.ts';
import type { LocalSockets } from '#realtime/local-sockets.ts';
import type { Replicas } from '#replicas.ts';
import type { Telegram } from '#telegram/telegram.ts';

/**
 * Settings of an installation; the launcher fills them from validated settings. Those that admins may change in the
 * browser are kept current while the process runs (`features/site-settings`), so read them when they are needed.
 */
export interface ServerOptions {
  host: string;
  /** TCP port; 0 picks a free one (tests). */
  port: number;
  databaseUrl: string;
  /** A pooler before the same database that gives a connection for each transaction, or null for none. */
  databasePoolerUrl: string | null;
  /** Streaming replicas of the database, for heavy reads. */
  databaseReplicaUrls: readonly string[];
  /** Connections of this process to each of them. */
  databaseReplicaReaders: number;
  /** Address of the site for people, without a trailing slash; decides whether cookies are Secure. */
  publicUrl: string | null;
  /** Token that judges send. */
  judgeToken: string;
  /** Token that relays send; judges do not have it. */
  relayToken: string;
  /** Password of the first admin; null means generated and reported. */
  adminPassword: string | null;
  /** What an empty database gets: a running contest and the past of a club, the contest alone, or nothing. */
  sampleData: SampleExtent;
  /** Built front end, or null to serve none (tests). */
  staticDir: string | null;
  /** Folder of the organisers' `contacts.md`, or null for none. */
  contactsDir: string | null;
  /** Data directory of this process, or null for none (tests). */
  dataDir: string | null;
  /** Folder of backups, or null for none (tests). */
  backupDir: string | null;
  /** Age of the newest backup in hours at which another one is made; 0 = never. */
  backupEveryHours: number;
  /** How many scheduled backups are kept. */
  backupKeep: number;
  /** Folder of the operator's `site.json` and pictures, or null for none. */
  siteDir: string | null;
  /** Trusts X-Forwarded-* of a proxy in front. */
  trustProxy: boolean;
  /** How long an ending process still serves in ms, until proxies give their requests to others; 0 = not at all. */
  drainMs: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Database connections of this process by use; three processes fit into the usual 100 of a server. */
  databaseReaders: number;
  databaseWriters: number;
  databaseJudges: number;
  /** How long a judge may be silent before its work goes to another, in ms. */
  leaseMs: number;
  /** How much is kept of what a judged solution wrote on the test that failed it, and of all of these together. */
  keptOutputKb: number;
  keptOutputsMb: number;
  /** Bound on packages, see the setting. */
  packageMaxGb: number;
  /** Whether a judge whose version of a language differs from the others' gets no work in it. */
  sameVersions: boolean;
  /** Whether a judge without isolation (mode `plain`) gets work. */
  plainJudges: boolean;
  /** How many trial runs one person may start in a minute; 0 = none. */
  trialRunsPerMinute: number;
  /** The mail server, or null to send none; then `publicUrl` is set too. */
  smtpUrl: string | null;
  /** Sender of mail; null = balloon@ the host of `publicUrl`. */
  mailFrom: string | null;
  /** Token of the bot that sends notices, or null for none. */
  telegramToken: string | null;
  /** Contests whose tables anybody may read without an account. */
  publicTables: readonly number[];
  /** Queue of CUPS for texts of participants, or null for none, and the program that takes them. */
  printQueue: string | null;
  printCommand: string;
  printFormat: 'pdf' | 'text';
  printPaper: 'a4' | 'letter';
  /** Settings that the operator has set: these are not changed in the browser. */
  given: GivenSettings;
  /** Encrypts what admins enter in the browser as a secret. */
  settingsKey: string;
  /** Ends this process so that its supervisor starts it again; null when nothing would. */
  restart: (() => void) | null;
  /** Token that Prometheus shows at /metrics; null lets this machine only. */
  metricsToken: string | null;
  /** Address of the Bot API. */
  telegramApiRoot: string;
}

/** Dependencies of operations; handed in, never imported. */
export interface Services {
  /** For everything that has no connections of its own. Requests are refused early when too many wait. */
  db: Db;
  /** Connections of `db` for what was let in already, such as an upload of hours: none of its pieces is refused. */
  patientDb: Db;
  /** Connections for sending solutions, which readers never take. */
  writersDb: Db;
  /** Connections for the calls of judges and relays, which are never refused: a result waits until it is stored. */
  judgesDb: Db;
  /** Replicas of the database, for what only reads: `overReplica`. */
  replicas: Replicas;
  pool: pg.Pool;
  options: ServerOptions;
  log: FastifyBaseLogger;
  announcements: Announcements;
  sessions: LivingSessions;
  clock: DatabaseClock;
  heads: ContestHeads;
  confinement: Confinement;
  /** People seen lately, to be written down. */
  seen: SeenPeople;
  /** Newest log lines of this process, for admins. */
  console: ConsoleLog;
  /** The browsers connected to this very process. */
  sockets: LocalSockets;
  /** What this process says to proxies when it ends. */
  farewell: Farewell;
  /** Settings out of the browser. */
  settings: LiveSettings;
  /** The one way in for solutions that participants send to this process. */
  intake: SolutionIntake;
  mailer: Mailer;
  /** Letters that wait to be sent. */
  outbox: Outbox;
  /** Backups that this process makes. */
  backups: BackupRuns;
  /** Print jobs on their way to the printer of the site. */
  printing: HandOvers;
  /** Null without a bot. */
  telegram: Telegram | null;
}

/** The signed-in person, as loaded with each request. */
export interface User {
  id: number;
  username: string;
  accessMask: number;
  groupIds: readonly number[];
  /** Address of the request, for the audit log; absent outside of requests. */
  ip?: string | null;
  /** Device of the session, as a hash in hex; absent outside of requests. */
  device?: string;
  /** Teams of the person, for which they may act in contests; absent of somebody who acts as one. */
  teams?: readonly TeamAccount[];
  /** The signed-in person, where they act as a team: the other fields are those of its account. */
  person?: { id: number; username: string; teamName: string };
  /** Contests to which contest mode confines the person now, see `Confinement`; absent for none. */
  confinedTo?: readonly ConfiningContest[];
}

/** The account of a team, as its members know it. */
export interface TeamAccount {
  id: number;
  username: string;
  name: string;
  groupIds: readonly number[];
}

/** Puts another pool in place of `db`; what changes while the process runs, such as the bot, stays shared. */
export function overPool(services: Services, db: Db): Services {
  return Object.create(services, { db: { value: db, enumerable: true } }) as Services;
}

/**
 * Does a heavy read on a replica of the database where there is one; it sees all that was committed before the call.
 *
 * @param work only reads, decides no rights, and fills nothing that stays in memory
 */
export function overReplica<Result>(
  services: Services,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return services.replicas.read(services.db, (db) => work(overPool(services, db)));
}
