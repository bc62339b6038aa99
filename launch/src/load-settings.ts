import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings, type Settings } from '@balloon/contracts/settings.ts';

/**
 * Returns the settings of this process: environment before `.env` in the working directory.
 *
 * @throws {SettingsError}
 */
export function loadSettings(file = '.env'): Settings {
  return readSettings(process.env, existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});
}
