import { z } from 'zod';
import { integer, optional, type Setting } from '#settings/setting.ts';

/** Settings of what a site does beside judging: tables, printing, backups, mail, Telegram, metrics, log. */
export const SERVICE_SETTINGS = {
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
