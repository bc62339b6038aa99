import type { LimitSettings } from '@balloon/contracts/site/site-settings.ts';
import { effectiveOptions, linkAddress } from '#features/site-settings/effective-options.ts';
import { NOTHING_STORED, readStored, type StoredSettings } from '#features/site-settings/stored-settings.ts';
import type { ServerOptions, Services } from '#services.ts';
import { connectTelegram } from '#telegram/telegram.ts';

/** Pause in ms after which changed settings are read again that a busy database, or one that was away, kept from this process. */
const AGAIN_AFTER_MS = 3_000;

/**
 * Settings out of the browser, as this process applies them. A change is announced to every web process, which reads
 * all sections again and replaces what they decide: options, the way to the mail server, the bot.
 */
export class LiveSettings {
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;
  #stored = NOTHING_STORED;
  #own: ServerOptions | null = null;
  #services: Services | null = null;
  #turn: Promise<void> = Promise.resolve();
  readonly #onNewBot = new Set<() => void>();
  #stopListening = () => {};

  /** What admins have entered. */
  get stored(): StoredSettings {
    return this.#stored;
  }

  /** Limits where admins have entered none. */
  get usualLimits(): LimitSettings {
    const { trialRunsPerMinute = null, backupEveryHours = null, backupKeep = null } = this.#own ?? {};
    return {
      trialRunsPerMinute,
      backupEveryHours,
      backupKeep,
      sameVersions: this.#own?.sameVersions ?? null,
    };
  }

  /** Applies what is stored, and from now on every change. */
  async start(services: Services): Promise<void> {
    const { announcements, log } = services;
    this.#services = services;
    this.#own = { ...services.options };
    const reload = () =>
      void this.reload().catch((error) => {
        if (this.#isClosed) return;
        log.warn({ err: error }, 'changed settings were not read; trying again');
        clearTimeout(this.#again);
        this.#again = setTimeout(reload, AGAIN_AFTER_MS).unref();
      });
    const stops = [announcements.on('settings.changed', reload), announcements.on('resync', reload)];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
    await this.reload();
  }

  /** Reads and applies what is stored now; resolves when it counts. Calls run one after the other. */
  reload(): Promise<void> {
    const loaded = this.#turn.then(() => this.#load());
    this.#turn = loaded.catch(() => undefined);
    return loaded;
  }

  /** Calls the listener when the bot was connected, replaced or removed. */
  onNewBot(listener: () => void): void {
    this.#onNewBot.add(listener);
  }

  close(): void {
    this.#isClosed = true; // a reading that is under way fails with the database's connections
    this.#stopListening();
    clearTimeout(this.#again);
  }

  async #load(): Promise<void> {
    const [services, own] = [this.#services, this.#own];
    if (!services || !own) return;
    const { db, options, mailer } = services;
    const stored = await readStored(db, own.settingsKey);
    this.#stored = stored;
    const former = { ...options };
    Object.assign(options, effectiveOptions(own, stored));
    mailer.use({ ...options, publicUrl: linkAddress(own, stored) });
    if (isSameBot(former, options)) return;
    services.telegram = connectTelegram(options);
    for (const tell of this.#onNewBot) tell();
  }
}

type BotOptions = Pick<ServerOptions, 'telegramToken' | 'telegramApiRoot'>;

const isSameBot = (one: BotOptions, other: BotOptions) =>
  one.telegramToken === other.telegramToken && one.telegramApiRoot === other.telegramApiRoot;
