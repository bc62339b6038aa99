import { lookup } from 'node:dns/promises';
import { createApp } from '#app.ts';
import { createSecretFilter } from '#content/secrets.ts';
import { startAccountChores } from '#features/account/account-chores.ts';
import { Outbox } from '#features/account/outbox.ts';
import { startBackupChores } from '#features/backups/backup-chores.ts';
import { BackupRuns } from '#features/backups/backup-runs.ts';
import { ConsoleLog } from '#features/console/console-log.ts';
import { createLog } from '#features/console/create-log.ts';
import { startPlacing } from '#features/contest-import/place-problems.ts';
import { Confinement } from '#features/contests/confinement/confinement.ts';
import { ContestHeads } from '#features/contests/contest-heads.ts';
import { startDraftChores } from '#features/drafts/draft-chores.ts';
import { prepareInstallation } from '#features/installation/prepare-installation.ts';
import { startJudgingChores } from '#features/judging/judging-chores.ts';
import { startWebProcessBeat } from '#features/maintenance/web-processes.ts';
import { startJobChores } from '#features/outside-jobs/jobs/job-chores.ts';
import { startBlobChores } from '#features/packages/blob-chores.ts';
import { HandOvers } from '#features/printing/hand-overs.ts';
import { SeenPeople } from '#features/session/seen-people.ts';
import { startSessionChores } from '#features/session/session-chores.ts';
import { LiveSettings } from '#features/site-settings/live-settings.ts';
import { SolutionIntake } from '#features/solutions/sending/solution-intake.ts';
import { startTelegramBot } from '#features/telegram-bot/bot.ts';
import type { DeclaredRoute } from '#http/allow.ts';
import { Farewell } from '#http/answers/farewell.ts';
import { CLIENT_EVENT_HANDLERS, TELLERS } from '#live.ts';
import { Mailer } from '#mail/mailer.ts';
import { openPools, type Pools } from '#pools.ts';
import { Announcements } from '#realtime/announcements.ts';
import { DatabaseClock } from '#realtime/database-clock.ts';
import { LivingSessions } from '#realtime/living-sessions.ts';
import { LocalSockets } from '#realtime/local-sockets.ts';
import { startSockets } from '#realtime/sockets.ts';
import { Replicas } from '#replicas.ts';
import { overPool, type ServerOptions, type Services } from '#services.ts';
import { connectTelegram } from '#telegram/telegram.ts';

/**
 * Connections that wait to be taken; the kernel may bound them further. Of Node's 511, a hall of thousands that comes back
 * after a restart loses most first packets, and browsers try again after seconds, at last after a minute.
 */
const LISTEN_BACKLOG = 4096;

export type { ServerOptions } from '#services.ts';

export interface RunningServer {
  /** Address at which the server listens, such as http://127.0.0.1:3000 */
  url: string;
  services: Services;
  /** Accounts created at a first start, with passwords to be shown once; empty later. */
  newAccounts: readonly { username: string; password: string; role: 'admin' | 'participant' }[];
  /** All routes, as tests walk them. */
  routes: readonly DeclaredRoute[];
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 5_000;

/**
 * Starts one web process on a migrated database: HTTP, sockets, announcements, chores. Any number of them may
 * run on one database.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { services, pools } = openServices(options);
  const newAccounts = await prepareInstallation(services);

  await services.announcements.start();
  await services.replicas.start();
  await services.clock.start();
  await services.settings.start(services);
  const app = await createApp(services);
  // What no request waits for is not refused: a burst would otherwise be followed by one of pages that catch up.
  const patient = overPool(services, pools.readers.patientDb);
  const sockets = startSockets(app.server, patient, { tellers: TELLERS, handlers: CLIENT_EVENT_HANDLERS });
  const chores = CHORES.map((start) => start(patient));
  services.outbox.start(patient);
  services.printing.start(patient);
  void services.backups.start(patient); // a disk of a network may take long
  const bot = startTelegramBot(patient);
  const endBeat = startWebProcessBeat(patient);
  // Fastify would open a second server for the other address of `localhost`, without sockets.
  const { address: host } = await lookup(options.host);
  const url = await app.listen({ host, port: options.port, backlog: LISTEN_BACKLOG });

  return {
    url,
    services,
    newAccounts,
    routes: app.declaredRoutes,
    async close() {
      await services.farewell.say(app.server, options.drainMs);
      for (const stop of chores) stop();
      const workClosed = Promise.all([services.printing.close(), services.backups.close()]);
      stopListening(services);
      await bot.close();
      await sockets.close();
      // Connections still sending or waiting after that are cut off.
      const cutOff = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
      await app.close();
      clearTimeout(cutOff);
      await endBeat();
      await services.seen.write();
      await services.outbox.close();
      await workClosed;
      await services.replicas.close();
      await services.announcements.close();
      await pools.close();
    },
  };
}

/** Work that each web process does beside its requests. */
const CHORES = [
  startJudgingChores,
  startSessionChores,
  startAccountChores,
  startBlobChores,
  startDraftChores,
  startPlacing,
  startJobChores,
  startBackupChores,
];

/** Opens what the features share; nothing is read yet. */
function openServices(options: ServerOptions): { services: Services; pools: Pools } {
  const console = new ConsoleLog(createSecretFilter(options));
  const log = createLog(options.logLevel, console);
  const pools = openPools(options, log);
  const { readers, writers, judges } = pools;
  const announcements = new Announcements(options.databaseUrl, log);
  const clock = new DatabaseClock(readers.patientDb, log);
  const services: Services = {
    ...{ db: readers.db, patientDb: readers.patientDb, pool: readers.pool },
    ...{ writersDb: writers.db, judgesDb: judges.db },
    replicas: new Replicas(options, readers.patientDb, announcements, log),
    options,
    log,
    announcements,
    sessions: new LivingSessions(readers.db, announcements),
    clock,
    heads: new ContestHeads(announcements, clock),
    confinement: new Confinement(readers.db, announcements, clock),
    seen: new SeenPeople(readers.patientDb, log),
    console,
    sockets: new LocalSockets(),
    farewell: new Farewell(),
    settings: new LiveSettings(),
    intake: new SolutionIntake(writers, announcements),
    mailer: new Mailer(options, log),
    outbox: new Outbox(),
    backups: new BackupRuns(),
    printing: new HandOvers(),
    telegram: connectTelegram(options),
  };
  return { services, pools };
}

/** Ends what follows the announcements, or waits for them. */
function stopListening({ clock, settings, intake, sessions, heads, confinement }: Services): void {
  for (const each of [clock, settings, intake, sessions, heads, confinement]) each.close();
}
