import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { findGiven, readSettings } from '@balloon/contracts/settings/read-settings.ts';
import type { GivenSettings, Settings } from '@balloon/contracts/settings/settings.ts';

/** File of the settings: an installed package has it in `/etc`, a clone in its working directory. */
const settingsFile = () => process.env.SETTINGS_FILE || '.env';

/**
 * Returns the settings of this process: environment before the file, which is `.env` in the working directory unless
 * `SETTINGS_FILE` names another.
 *
 * @throws {SettingsError}
 */
export function loadSettings(file = settingsFile()): Settings {
  return readSettings(process.env, readEnvFile(file));
}

/** Tells which settings come from the environment and which from the file; the others have their usual values. */
export function loadGiven(file = settingsFile()): GivenSettings {
  return findGiven(process.env, readEnvFile(file));
}

const readEnvFile = (file: string) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});
