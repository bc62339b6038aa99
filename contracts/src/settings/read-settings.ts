import { join } from 'node:path';
import type { Setting } from '#settings/setting.ts';
import { type GivenSettings, SETTINGS, type SettingKey, type Settings } from '#settings/settings.ts';

/** A value that cannot be used; the message is one line for the person who set it. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Variables of ours that are not settings: tests hand them to the processes they start. */
const INTERNAL = new Set(['BALLOON_TEST_DATABASE_URL']);
/** Names that can only mean us, so that a misspelt one is an error and not silence. */
const OUR_NAMES = /^(BALLOON|JUDGE|SAMPLE|SANDBOX)_/;

/**
 * Reads and checks every setting; an empty value counts as not set.
 *
 * @param env the environment of the process; it wins over the file
 * @param file what stands in the file `.env`, where every name must be a setting
 * @throws {SettingsError} names the first wrong or unknown one and what is expected
 */
export function readSettings(
  env: Record<string, string | undefined>,
  file: Record<string, string | undefined> = {},
): Settings {
  refuseUnknown(Object.keys(env).filter((name) => OUR_NAMES.test(name) && !INTERNAL.has(name)));
  refuseUnknown(Object.keys(file), ' in .env');
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const text = env[setting.env] || file[setting.env] || setting.defaultText;
    return [key, parse(setting, text)];
  });
  const settings = Object.fromEntries(entries) as Settings;
  settings.testlibDir ??= join(settings.dataDir, 'testlib');
  settings.backupDir ??= join(settings.dataDir, 'backups');
  refuseMailWithoutAddress(settings);
  return settings;
}

/** Tells which settings the operator has set; arguments as for `readSettings`. */
export function findGiven(
  env: Record<string, string | undefined>,
  file: Record<string, string | undefined> = {},
): GivenSettings {
  const given: { [Key in SettingKey]?: 'environment' | 'envFile' } = {};
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const name = SETTINGS[key].env;
    if (env[name]) given[key] = 'environment';
    else if (file[name]) given[key] = 'envFile';
  }
  return given;
}

/** Requires PUBLIC_URL: otherwise the Host header of a request could decide where links in mails lead. */
function refuseMailWithoutAddress({ smtpUrl, publicUrl }: Settings): void {
  if (smtpUrl === null || publicUrl !== null) return;
  throw new SettingsError('SMTP_URL needs PUBLIC_URL too: links in mails lead there');
}

function parse({ env, expected, schema }: Setting, text: string | null): unknown {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const shown = /PASSWORD|TOKEN|SETTINGS_KEY|DATABASE_(?:POOLER_|REPLICA_)?URL|SMTP_URL/.test(env)
    ? ''
    : ` is ${JSON.stringify(text)}, which`;
  throw new SettingsError(`${env}${shown} cannot be used: expected ${expected}`);
}

function refuseUnknown(names: string[], where = ''): void {
  const known = Object.values(SETTINGS).map(({ env }) => env as string);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new SettingsError(`there is no setting ${unknown}${where}; the settings are ${known.join(', ')}`);
}

/** The settings as a table for people, one line each. */
export function describeSettings(): string {
  return Object.values<Setting>(SETTINGS)
    .map(({ env, help, defaultText, defaultNote }) => {
      const initial = [defaultText, defaultNote].filter(Boolean).join(', ');
      return `  ${env.padEnd(20)} ${help}${initial && ` (${initial})`}`;
    })
    .join('\n');
}
