import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { findGiven, type GivenSettings, readSettings, type Settings } from '@balloon/contracts/settings.ts';

/**
 * Returns the settings of this process: environment before `.env` in the working directory.
 *
 * @throws {SettingsError}
 */
export function loadSettings(file = '.env'): Settings {
  return readSettings(process.env, readEnvFile(file));
}

/** Tells which settings come from the environment and which from `.env`; the others have their usual values. */
export function loadGiven(file = '.env'): GivenSettings {
  return findGiven(process.env, readEnvFile(file));
}

const readEnvFile = (file: string) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});
