import { connect, type Db } from '@balloon/database/connect.ts';
import { freePort, isFree } from '@balloon/database/testing/free-port.ts';
import { type Contents, createTestDatabase } from '@balloon/database/testing/test-database.ts';
import { prepareInstallation } from '#features/installation/prepare-installation.ts';
import { type RunningServer, startServer } from '#main.ts';
import type { ServerOptions, Services } from '#services.ts';
import type { TestSocket } from '#testing/test-client.ts';
import { createGiven, type Given } from '#testing/test-given.ts';

export type { Reply, TestClient, TestSocket } from '#testing/test-client.ts';
export type { ContestOptions, Given, GivenContest, GivenUser, Person } from '#testing/test-given.ts';

export interface TestServer {
  url: string;
  databaseUrl: string;
  services: Services;
  newAccounts: RunningServer['newAccounts'];
  routes: RunningServer['routes'];
  given: Given;
  /** Closes sockets and the server, and drops its database when it made one. */
  close(): Promise<void>;
}

export const TEST_JUDGE_TOKEN = 'judge-token-of-tests';
export const TEST_RELAY_TOKEN = 'relay-token-of-tests';
export const TEST_SETTINGS_KEY = 'settings-key-of-tests';

/**
 * A real server on a free port with a database of its own, for the tests of all rooms.
 *
 * @param options differ from the test's defaults; with `databaseUrl` it is one more web process on the
 *   database of another test server
 */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const isFirstStart = options.adminPassword !== undefined || options.sampleData !== undefined;
  const database =
    options.databaseUrl === undefined ? await createTestDatabase(isFirstStart ? undefined : INSTALLED) : null;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const port = options.staticDir && options.port === undefined ? await portOfPages() : 0;
  const server = await startServer({ ...DEFAULTS, port, ...options, databaseUrl });
  const { db } = server.services;
  if (!database || isFirstStart) await pretendJudge(db);
  const sockets: TestSocket[] = [];
  return {
    url: server.url,
    databaseUrl,
    services: server.services,
    newAccounts: server.newAccounts,
    routes: server.routes,
    given: createGiven(db, server.url, sockets),
    async close() {
      for (const socket of sockets) socket.close();
      await server.close();
      await database?.drop();
    },
  };
}

/** What the first start of a web process leaves, which costs the hash of a password. */
const INSTALLED: Contents = {
  name: 'installed',
  async write(url) {
    const { db, close } = connect(url);
    await prepareInstallation({ db, options: DEFAULTS });
    await pretendJudge(db);
    await close();
  },
};

/** Pretends that there is a judge that runs everything. */
async function pretendJudge(db: Db): Promise<void> {
  await db.updateTable('language').set({ nonactive: false }).execute();
}

/** Port of this process's servers with the page: browsers that were there have compiled its scripts. */
let pagesPort = 0;

/** Returns that port if it is free again, otherwise another one; `startTestServer` asks for it with `staticDir`. */
export async function portOfPages(): Promise<number> {
  if (pagesPort === 0 || !(await isFree(pagesPort))) pagesPort = await freePort();
  return pagesPort;
}

const DEFAULTS: Omit<ServerOptions, 'databaseUrl'> = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  judgeToken: TEST_JUDGE_TOKEN,
  relayToken: TEST_RELAY_TOKEN,
  adminPassword: 'password of admin',
  sampleData: 'off',
  staticDir: null,
  contactsDir: null,
  dataDir: null,
  backupDir: null,
  backupEveryHours: 0,
  backupKeep: 7,
  siteDir: null,
  trustProxy: false,
  drainMs: 0,
  logLevel: 'silent',
  databasePoolerUrl: null,
  databaseReplicaUrls: [],
  databaseReplicaReaders: 4,
  databaseReaders: 14,
  databaseWriters: 4,
  databaseJudges: 4,
  // Longer than a busy machine keeps a test between a claim and its result; tests let leases run out by themselves.
  leaseMs: 60_000,
  keptOutputKb: 64,
  packageMaxGb: 32,
  keptOutputsMb: 256,
  sameVersions: true,
  plainJudges: false,
  trialRunsPerMinute: 10,
  smtpUrl: null,
  mailFrom: null,
  publicTables: [],
  printQueue: null,
  printCommand: 'lp',
  printFormat: 'pdf',
  printPaper: 'a4',
  given: {},
  settingsKey: TEST_SETTINGS_KEY,
  restart: null,
  metricsToken: null,
  telegramToken: null,
  telegramApiRoot: 'http://127.0.0.1:9', // nobody is there
};
