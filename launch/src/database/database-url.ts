import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import { SECRETS, secretFile } from '#files/data-dir.ts';
import { StartError } from '#start-error.ts';

/** Returns the database of DATABASE_URL, or of the Balloon that runs on this data directory. @throws {StartError} */
export function knownDatabase({ databaseUrl }: Settings, dataDir: string): string {
  if (databaseUrl) return databaseUrl;
  const file = secretFile(dataDir, SECRETS.databaseUrl);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new StartError(
    `no database: set DATABASE_URL, or DATA_DIR to that of a running Balloon (${path.resolve(dataDir)} has none)`,
  );
}
