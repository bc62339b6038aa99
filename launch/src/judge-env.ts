import { SETTINGS, type SettingKey } from '@balloon/contracts/settings.ts';

/** Secrets that only the site needs. */
const NOT_FOR_JUDGES: readonly SettingKey[] = [
  'databaseUrl',
  'adminPassword',
  'settingsKey',
  'smtpUrl',
  'telegramToken',
  'metricsToken',
];

/** Returns the environment of a judge: secrets of the site stay away from where programs of others run. */
export function judgeEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secrets = new Set<string>(NOT_FOR_JUDGES.map((key) => SETTINGS[key].env));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name)));
}
