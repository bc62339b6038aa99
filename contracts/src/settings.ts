import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** A setting: the name of its environment variable, its meaning and its permitted values. */
interface Setting {
  env: string;
  help: string;
  /** Expected form of a value, for people. */
  expected: string;
  /** Default as text; null means none. */
  defaultText: string | null;
  /** Remark on the default. */
  defaultNote?: string;
  schema: z.ZodType;
}

const integer = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
const optional = <T extends z.ZodType>(schema: T) => schema.nullable();

/** What an empty database gets. */
const SAMPLE_EXTENTS = ['on', 'contest', 'off'] as const;
export type SampleExtent = (typeof SAMPLE_EXTENTS)[number];

/** Most slots of one judge; a bigger machine runs several judges. */
const MAX_SLOTS = 31;

/** Everything that can be set, in the order in which the help shows it. */
export const SETTINGS = {
  port: {
    env: 'PORT',
    help: 'port of the page and the API',
    expected: 'a number from 0 to 65535 (0 = any free port)',
    defaultText: '3000',
    schema: integer(0, 65_535),
  },
  webs: {
    env: 'WEBS',
    help: 'web processes of npm start, on PORT and the ports after it; a reverse proxy shares the work among them',
    expected: 'a number from 1 to 8',
    defaultText: '1',
    // Eight take 192 of the 200 connections of the built-in database.
    schema: integer(1, 8),
  },
  host: {
    env: 'HOST',
    help: 'address to listen on; 127.0.0.1 keeps everybody else out',
    expected: 'an address or a host name of this machine',
    // Participants sit at other machines; a proxy on the same machine wants 127.0.0.1.
    defaultText: '0.0.0.0',
    schema: z.string().regex(/^[\w.:-]+$/),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    help: 'how people reach the site; with https cookies travel encrypted only',
    expected: 'an address such as https://contest.example.org, without a path',
    defaultText: null,
    schema: optional(
      z
        .string()
        .regex(/^https?:\/\/[^\s/?#@]+\/?$/)
        .refine((url) => URL.canParse(url))
        .transform((url) => url.replace(/\/$/, '')),
    ),
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    help: 'believe X-Forwarded-For and -Proto; only behind a proxy of yours',
    expected: 'on or off',
    defaultText: 'off',
    schema: flag,
  },
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    help: 'how long an ending web process behind a proxy (TRUST_PROXY) still serves, until the proxy gives its requests to others',
    expected: 'a number of seconds from 0 to 10',
    defaultText: '2',
    schema: integer(0, 10),
  },
  dataDir: {
    env: 'DATA_DIR',
    help: 'where the database, secrets and logs live',
    expected: 'a directory',
    defaultText: './data',
    schema: z.string().min(1),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    help: 'PostgreSQL server of yours',
    expected: 'an address such as postgres://user:password@host:5432/database',
    defaultText: null,
    defaultNote: 'the built-in one in DATA_DIR',
    schema: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  },
  databasePoolerUrl: {
    env: 'DATABASE_POOLER_URL',
    help: 'PgBouncer before the same database, in transaction mode, for the queries of web processes',
    expected: 'an address such as postgres://user:password@host:6432/database',
    defaultText: null,
    defaultNote: 'none: connections of their own',
    schema: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  },
  databaseReplicaUrls: {
    env: 'DATABASE_REPLICA_URL',
    help: 'streaming replicas of the database, for lists and tables of the past; without one that keeps up the database does it',
    expected: 'addresses such as postgres://user:password@host:5432/database, with spaces between them',
    defaultText: null,
    defaultNote: 'none',
    schema: z
      .string()
      .nullable()
      .transform((text) => text?.trim().split(/\s+/) ?? [])
      .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })).max(8)),
  },
  databasePort: {
    env: 'DATABASE_PORT',
    help: 'port of 127.0.0.1 on which the built-in PostgreSQL listens',
    expected: 'a number from 1 to 65535',
    defaultText: null,
    defaultNote: 'a Unix socket in DATA_DIR only',
    schema: optional(integer(1, 65_535)),
  },
  databaseReaders: {
    env: 'DATABASE_READERS',
    help: 'database connections of a web process for everything but sending and judging',
    expected: 'a number from 2 to 100',
    defaultText: '14',
    schema: integer(2, 100),
  },
  databaseReplicaReaders: {
    env: 'DATABASE_REPLICA_READERS',
    help: 'connections of a web process to each replica of the database',
    expected: 'a number from 2 to 100',
    defaultText: '4',
    schema: integer(2, 100),
  },
  databaseWriters: {
    env: 'DATABASE_WRITERS',
    help: 'database connections of a web process for sending solutions',
    expected: 'a number from 2 to 100',
    defaultText: '4',
    schema: integer(2, 100),
  },
  databaseJudges: {
    env: 'DATABASE_JUDGES',
    help: 'database connections of a web process for the calls of judges and relays',
    expected: 'a number from 2 to 100',
    defaultText: '4',
    schema: integer(2, 100),
  },
  adminPassword: {
    env: 'ADMIN_PASSWORD',
    help: 'password of the account admin when the first start makes it',
    expected: 'at least 8 characters',
    defaultText: null,
    defaultNote: 'generated and printed once',
    schema: optional(z.string().min(8).max(200)),
  },
  sampleData: {
    env: 'SAMPLE_DATA',
    help: 'put a running contest and the past of an invented club into an empty database; contest = without the past',
    expected: 'on, contest or off',
    defaultText: 'on',
    schema: z.enum(SAMPLE_EXTENTS),
  },
  judgeSlots: {
    env: 'JUDGE_SLOTS',
    help: 'solutions judged at once by npm start; 0 = no judge here',
    expected: 'a number from 0 to 31',
    defaultText: `${Math.min(MAX_SLOTS, Math.max(1, availableParallelism() - 1))}`,
    defaultNote: 'one core less than the machine has',
    schema: integer(0, MAX_SLOTS),
  },
  judgeToken: {
    env: 'JUDGE_TOKEN',
    help: 'what judges show to be let in; the same for every web process of a site',
    expected: 'at least 16 characters without spaces',
    defaultText: null,
    defaultNote: 'generated in DATA_DIR/secrets/judge-token',
    schema: optional(z.string().regex(/^[!-~]{16,200}$/)),
  },
  relayToken: {
    env: 'RELAY_TOKEN',
    help: 'what relays to outside systems show to be let in; the same for every web process of a site',
    expected: 'at least 16 characters without spaces',
    defaultText: null,
    defaultNote: 'generated in DATA_DIR/secrets/relay-token',
    schema: optional(z.string().regex(/^[!-~]{16,200}$/)),
  },
  judgeLeaseSeconds: {
    env: 'JUDGE_LEASE_SECONDS',
    help: 'silence after which the work of a judge goes to another',
    expected: 'a number of seconds from 2 to 600',
    defaultText: '15',
    schema: integer(2, 600),
  },
  sameVersions: {
    env: 'SAME_VERSIONS',
    help: 'give a judge no work in a language of which the others have another version',
    expected: 'on or off',
    defaultText: 'on',
    schema: flag,
  },
  plainJudges: {
    env: 'PLAIN_JUDGES',
    help: 'give work to judges without isolation (SANDBOX_MODE=plain): for development only',
    expected: 'on or off',
    defaultText: 'off',
    schema: flag,
  },
  trialRunsPerMinute: {
    env: 'TRIAL_RUNS_PER_MINUTE',
    help: 'how often one person may run code on samples or own input before sending it; 0 = never',
    expected: 'a number from 0 to 600',
    defaultText: '10',
    schema: integer(0, 600),
  },
  sandboxMode: {
    env: 'SANDBOX_MODE',
    help: 'isolation of programs; anything but auto is for development',
    expected: 'auto, full, delegated, namespaces or plain',
    defaultText: 'auto',
    schema: z.enum(['auto', 'full', 'delegated', 'namespaces', 'plain']),
  },
  precompiledHeaders: {
    env: 'PRECOMPILED_HEADERS',
    help: 'C++ compiles in a quarter to a half of the time; costs 700 MB of disk and, once, 35 s of one core',
    expected: 'on or off',
    defaultText: 'on',
    schema: flag,
  },
  parallelTests: {
    env: 'PARALLEL_TESTS',
    help: 'free slots of a judge run tests of a solution in another slot, where each slot has a core of its own',
    expected: 'on or off',
    defaultText: 'on',
    schema: flag,
  },
  packageMaxGb: {
    env: 'PACKAGE_MAX_GB',
    help: 'largest archive of a problem package in GiB, largest file in it, and largest sum of its files unpacked',
    expected: 'a number from 1 to 1000',
    // The ICPC asks for 20 GB of a problem and 8 GB of a test.
    defaultText: '32',
    schema: integer(1, 1000),
  },
  judgeCacheGb: {
    env: 'JUDGE_CACHE_GB',
    help: 'most disk in GiB that a judge takes for tests and packages; it leaves a tenth of the disk free whatever stands here',
    expected: 'a number from 1 to 10000',
    defaultText: '40',
    schema: integer(1, 10_000),
  },
  keptOutputKb: {
    env: 'KEPT_OUTPUT_KB',
    help: 'how much is kept of what a judged submission wrote on the test that failed it; 0 keeps nothing',
    expected: 'a number of KB from 0 to 1024',
    defaultText: '64',
    schema: integer(0, 1024),
  },
  keptOutputsMb: {
    env: 'KEPT_OUTPUTS_MB',
    help: 'how much the database keeps of them in all, packed; the oldest go first',
    expected: 'a number of MB from 1 to 100000',
    defaultText: '256',
    schema: integer(1, 100_000),
  },
  drainOnDrift: {
    env: 'DRAIN_ON_DRIFT',
    help: 'a judge that has become over 3 % slower or faster than at its start gets no more work, instead of a warning',
    expected: 'on or off',
    defaultText: 'off',
    schema: flag,
  },
  publicTables: {
    env: 'PUBLIC_TABLES',
    help: 'contests whose tables anybody may read without an account, for a mirror; names of participants are in them',
    expected: 'numbers of contests with commas between them, such as 12,15',
    defaultText: null,
    defaultNote: 'none',
    schema: z
      .string()
      .regex(/^\d{1,9}(?:,\d{1,9}){0,99}$/)
      .nullable()
      .transform((text) => (text === null ? [] : text.split(',').map(Number))),
  },
  printQueue: {
    env: 'PRINT_QUEUE',
    help: 'queue of CUPS on this machine to which the texts of participants go; without one organisers print from the browser or a PDF',
    expected: 'the name of a queue, such as hall or HP_LaserJet-2',
    defaultText: null,
    defaultNote: 'none',
    schema: optional(z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,126}$/)),
  },
  printCommand: {
    env: 'PRINT_COMMAND',
    help: 'program that takes what is printed, with the arguments of lp',
    expected: 'a name or a path',
    defaultText: 'lp',
    schema: z.string().min(1),
  },
  printFormat: {
    env: 'PRINT_FORMAT',
    help: 'what the queue of CUPS gets: pages as pdf, or text for printers and filters that take nothing else',
    expected: 'pdf or text',
    defaultText: 'pdf',
    schema: z.enum(['pdf', 'text']),
  },
  printPaper: {
    env: 'PRINT_PAPER',
    help: 'paper of what participants print',
    expected: 'a4 or letter',
    defaultText: 'a4',
    schema: z.enum(['a4', 'letter']),
  },
  backupDir: {
    env: 'BACKUP_DIR',
    help: 'where backups go; on another disk they survive the first one',
    expected: 'a directory',
    defaultText: null,
    defaultNote: 'DATA_DIR/backups',
    schema: optional(z.string().min(1)),
  },
  backupEveryHours: {
    env: 'BACKUP_EVERY_HOURS',
    help: 'age of the newest backup at which the site makes another one; 0 = never',
    expected: 'a number from 0 to 8760',
    defaultText: '24',
    schema: integer(0, 8_760),
  },
  backupKeep: {
    env: 'BACKUP_KEEP',
    help: 'how many scheduled backups are kept; those made by hand stay',
    expected: 'a number from 1 to 1000',
    defaultText: '7',
    schema: integer(1, 1_000),
  },
  testlibDir: {
    env: 'TESTLIB_DIR',
    help: 'where testlib.h lies, for problem packages that do not bring it',
    expected: 'a directory',
    defaultText: null,
    defaultNote: 'DATA_DIR/testlib',
    schema: optional(z.string().min(1)),
  },
  smtpUrl: {
    env: 'SMTP_URL',
    help: 'mail server for links to new passwords and for confirming addresses; needs PUBLIC_URL',
    expected: 'an address such as smtp://user:password@mail.example.org:587, or smtps:// for port 465',
    defaultText: null,
    defaultNote: 'no mail is sent',
    schema: optional(z.url({ protocol: /^smtps?$/ })),
  },
  mailFrom: {
    env: 'MAIL_FROM',
    help: 'sender of mail',
    expected: 'an address such as balloon@example.org or Balloon <balloon@example.org>',
    defaultText: null,
    defaultNote: 'balloon@ the host of PUBLIC_URL',
    schema: optional(z.string().regex(/^(?:[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)),
  },
  telegramToken: {
    env: 'TELEGRAM_TOKEN',
    help: 'token of the Telegram bot that brings notices',
    expected: 'what @BotFather gives, such as 123456:ABC-DEF…',
    defaultText: null,
    defaultNote: 'no bot',
    schema: optional(z.string().regex(/^\d+:[\w-]{20,}$/)),
  },
  telegramApiRoot: {
    env: 'TELEGRAM_API_ROOT',
    help: 'where the Bot API is, for a Bot API server of yours',
    expected: 'an address without a closing slash',
    defaultText: 'https://api.telegram.org',
    schema: z.string().regex(/^https?:\/\/[^\s?#]*[^\s?#/]$/),
  },
  settingsKey: {
    env: 'SETTINGS_KEY',
    help: 'what encrypts passwords entered in the browser; the same for every web process of a site',
    expected: 'at least 16 characters without spaces',
    defaultText: null,
    defaultNote: 'generated in DATA_DIR/secrets/settings-key',
    schema: optional(z.string().regex(/^[!-~]{16,200}$/)),
  },
  metricsToken: {
    env: 'METRICS_TOKEN',
    help: 'what Prometheus shows as a bearer token to read /metrics',
    expected: 'at least 16 characters without spaces',
    defaultText: null,
    defaultNote: 'this machine reads /metrics, and nobody behind a proxy',
    schema: optional(z.string().regex(/^[!-~]{16,200}$/)),
  },
  logLevel: {
    env: 'LOG_LEVEL',
    help: 'how much the web process writes',
    expected: 'silent, fatal, error, warn, info or debug',
    defaultText: 'warn',
    schema: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']),
  },
} as const satisfies Record<string, Setting>;

export type Settings = { [Key in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Key]['schema']> } & {
  /** Always a directory, which need not exist. */
  testlibDir: string;
  backupDir: string;
};

export type SettingKey = keyof typeof SETTINGS;
/** Settings that the operator has set, and where: these decide, whatever admins enter in the browser. */
export type GivenSettings = Readonly<Partial<Record<SettingKey, 'environment' | 'envFile'>>>;

/** A value that cannot be used; the message is one line for the person who set it. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Variables of ours that are not settings: tests hand them to the processes they start. */
const INTERNAL = new Set(['BALLOON_TEST_DATABASE_URL']);
/** Names that can only mean us, so that a misspelt one is an error and not silence. */
const OUR_NAMES = /^(BALLOON|JUDGE|SAMPLE|SANDBOX)_/;

/**
 * Reads and checks every setting; an empty value counts as not set.
 *
 * @param env the environment of the process; it wins over the file
 * @param file what stands in the file `.env`, where every name must be a setting
 * @throws {SettingsError} names the first wrong or unknown one and what is expected
 */
export function readSettings(
  env: Record<string, string | undefined>,
  file: Record<string, string | undefined> = {},
): Settings {
  refuseUnknown(Object.keys(env).filter((name) => OUR_NAMES.test(name) && !INTERNAL.has(name)));
  refuseUnknown(Object.keys(file), ' in .env');
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const text = env[setting.env] || file[setting.env] || setting.defaultText;
    return [key, parse(setting, text)];
  });
  const settings = Object.fromEntries(entries) as Settings;
  settings.testlibDir ??= join(settings.dataDir, 'testlib');
  settings.backupDir ??= join(settings.dataDir, 'backups');
  refuseMailWithoutAddress(settings);
  return settings;
}

/** Tells which settings the operator has set; arguments as for `readSettings`. */
export function findGiven(
  env: Record<string, string | undefined>,
  file: Record<string, string | undefined> = {},
): GivenSettings {
  const given: { [Key in SettingKey]?: 'environment' | 'envFile' } = {};
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const name = SETTINGS[key].env;
    if (env[name]) given[key] = 'environment';
    else if (file[name]) given[key] = 'envFile';
  }
  return given;
}

/** Requires PUBLIC_URL: otherwise the Host header of a request could decide where links in mails lead. */
function refuseMailWithoutAddress({ smtpUrl, publicUrl }: Settings): void {
  if (smtpUrl === null || publicUrl !== null) return;
  throw new SettingsError('SMTP_URL needs PUBLIC_URL too: links in mails lead there');
}

function parse({ env, expected, schema }: Setting, text: string | null): unknown {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const shown = /PASSWORD|TOKEN|SETTINGS_KEY|DATABASE_(?:POOLER_|REPLICA_)?URL|SMTP_URL/.test(env)
    ? ''
    : ` is ${JSON.stringify(text)}, which`;
  throw new SettingsError(`${env}${shown} cannot be used: expected ${expected}`);
}

function refuseUnknown(names: string[], where = ''): void {
  const known = Object.values(SETTINGS).map(({ env }) => env as string);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new SettingsError(`there is no setting ${unknown}${where}; the settings are ${known.join(', ')}`);
}

/** The settings as a table for people, one line each. */
export function describeSettings(): string {
  return Object.values<Setting>(SETTINGS)
    .map(({ env, help, defaultText, defaultNote }) => {
      const initial = [defaultText, defaultNote].filter(Boolean).join(', ');
      return `  ${env.padEnd(20)} ${help}${initial && ` (${initial})`}`;
    })
    .join('\n');
}
