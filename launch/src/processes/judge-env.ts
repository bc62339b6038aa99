import { SETTINGS, type SettingKey } from '@balloon/contracts/settings/settings.ts';

/** Secrets that only the site needs. */
const NOT_FOR_JUDGES: readonly SettingKey[] = [
  'databaseUrl',
  'databasePoolerUrl',
  'databaseReplicaUrls',
  'adminPassword',
  'relayToken',
  'settingsKey',
  'smtpUrl',
  'telegramToken',
  'metricsToken',
];

/** Returns the environment of a judge: secrets of the site stay away from where programs of others run. */
export const judgeEnv = (env: NodeJS.ProcessEnv) => without(env, NOT_FOR_JUDGES);

/** Returns the environment of a relay, which talks to other sites and gets its token apart. */
export const relayEnv = (env: NodeJS.ProcessEnv) => without(env, [...NOT_FOR_JUDGES, 'judgeToken']);

function without(env: NodeJS.ProcessEnv, keys: readonly SettingKey[]): NodeJS.ProcessEnv {
  const secrets = new Set<string>(keys.map((key) => SETTINGS[key].env));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name)));
}
