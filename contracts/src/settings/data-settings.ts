import { z } from 'zod';
import { integer, optional, type Setting } from '#settings/setting.ts';

/** Settings of where the data lie, and what the first start puts there. */
export const DATA_SETTINGS = {
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
    schema: z.enum(['on', 'contest', 'off']),
  },
} as const satisfies Record<string, Setting>;
