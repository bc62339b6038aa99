import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Services } from '#services.ts';
import { reasonOf, type Telegram } from '#telegram/telegram.ts';

/*
 * Telegram gives each message to one listener, and refuses a second one. So of all web processes the one that
 * holds a lock of the database listens; when it dies, its connection and with it the lock goes, and another
 * process takes over.
 */

const LOCK = 'telegram bot';
const TRY_EVERY_MS = 5_000;
/** Pause after a failure, such as a wrong token, which does not change soon. */
const AFTER_FAILURE_MS = 30_000;
/** Longest wait for Telegram when the bot stops. */
const LEAVE_WITHIN_MS = 3_000;

/**
 * Runs the bot whenever no other web process does, and another one after its token was changed. Does nothing without a
 * bot.
 */
export function startTelegramBot(services: Services): { close(): Promise<void> } {
  let running = runBot(services);
  let isClosed = false;
  services.settings.onNewBot(() => {
    if (isClosed) return;
    const former = running;
    running = runBot(services, former.close());
  });
  return {
    async close() {
      isClosed = true;
      await running.close();
    },
  };
}

/** @param after what ends before this one begins to listen */
function runBot(services: Services, after: Promise<void> = Promise.resolve()) {
  const { telegram } = services;
  const stopping = new AbortController();
  const finished = telegram ? after.then(() => keepListening(services, telegram, stopping.signal)) : after;
  return {
    async close(): Promise<void> {
      stopping.abort();
      await Promise.race([finished, pause(LEAVE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

async function keepListening(services: Services, telegram: Telegram, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenWhileOurs(services, telegram, signal);
    } catch (error) {
      services.log.warn({ reason: reasonOf(error) }, 'not listening to the Telegram bot; trying again');
      await pause(AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
    }
    await pause(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns when another process listens, the lock was lost, or it is time to stop. */
async function listenWhileOurs(services: Services, telegram: Telegram, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: services.options.databaseUrl,
    application_name: 'balloon-telegram',
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
  try {
    await client.connect();
    if (!(await takesLock(client))) return;
    await listen(services, telegram, Promise.race([lost, whenAborted(signal)]));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function takesLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isOurs"',
    [LOCK],
  );
  return rows[0]?.isOurs === true;
}

async function listen(services: Services, telegram: Telegram, until: Promise<void>): Promise<void> {
  const { createBot } = await import('#features/telegram-bot/bot-commands.ts'); // for sites with a bot
  const bot = createBot(services, telegram);
  const stopped = until.then(() => bot.stop()).catch(() => undefined);
  await bot.start({ allowed_updates: ['message'] }); // until it is stopped or Telegram refuses the token
  await stopped;
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
