import { access, constants } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackupFolder } from '#features/backups/backup-folder.ts';
import type { Services } from '#services.ts';

/** Time in ms in which a backup that is cut off removes what it has written. */
const CLOSE_WITHIN_MS = 2_000;

const UNWRITABLE =
  'NO BACKUPS: BACKUP_DIR cannot be written. Give it to the account of the site; the Debian package also needs it in ReadWritePaths=, see docs/install.md';

/** The backups that this process makes, so that none outlives it as half a file and a run without an end. */
export class BackupRuns {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** Says at once if backups cannot be written, and not only when one should be made. */
  async start({ options: { backupDir }, log }: Pick<Services, 'options' | 'log'>): Promise<void> {
    if (backupDir === null) return;
    try {
      await openBackupFolder(backupDir);
      await access(backupDir, constants.W_OK | constants.X_OK);
    } catch (error) {
      log.error({ err: error, backupDir }, UNWRITABLE);
    }
  }

  /** @param make gets the signal that ends it, which has come already in a process that is closing */
  run<Result>(make: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const making = make(this.#closing.signal);
    const running = making.catch(() => undefined).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return making;
  }

  /** Cuts off what goes on. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the web process was stopped'));
    await Promise.race([Promise.all(this.#running), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }
}
