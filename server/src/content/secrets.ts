import type { ServerOptions } from '#services.ts';

type SecretOptions = Pick<
  ServerOptions,
  | 'judgeToken'
  | 'relayToken'
  | 'adminPassword'
  | 'databaseUrl'
  | 'databasePoolerUrl'
  | 'databaseReplicaUrls'
  | 'smtpUrl'
  | 'telegramToken'
  | 'metricsToken'
  | 'settingsKey'
>;

/** Shortest text that is treated as a secret: replacing shorter ones would make everything unreadable. */
const SHORTEST = 6;

/** Forms of secrets that are known by their looks: passwords in addresses, tokens of requests, keys in links. */
const PATTERNS: readonly [RegExp, string][] = [
  [/(:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:***@'],
  [/(\b(?:bearer|x-token:?)\s)[\w.~+/=-]{8,300}/gi, '$1***'],
  [/(\b(?:groupKey|resetKey|linkKey|token|password|key)["']?\s?[=:]\s?["']?)[^\s"'&,}]{4,300}/gi, '$1***'],
];

/**
 * Returns a function that removes the secrets of the settings, and what looks like a secret, from a text. Secrets that
 * are replaced while the process runs are removed as well as the new ones.
 */
export function createSecretFilter(options: SecretOptions): (text: string) => string {
  const secrets = new Set<string>();
  return (text) => {
    for (const secret of secretsOf(options)) if (secret.length >= SHORTEST) secrets.add(secret);
    const known = [...secrets].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return PATTERNS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), known);
  };
}

function secretsOf(options: SecretOptions): string[] {
  const { judgeToken, relayToken, adminPassword, databaseUrl, databasePoolerUrl, smtpUrl } = options;
  const { databaseReplicaUrls, telegramToken, metricsToken, settingsKey } = options;
  const inAddresses = [databaseUrl, databasePoolerUrl, ...databaseReplicaUrls].flatMap(
    (url) => accountIn(url).secrets,
  );
  const others = [adminPassword, telegramToken, metricsToken].map((secret) => secret ?? '');
  return [judgeToken, relayToken, settingsKey, ...others, ...inAddresses, ...mailSecrets(smtpUrl)];
}

function accountIn(url: string | null) {
  const { username = '', password = '' } = (url && URL.parse(url)) || {};
  return { user: decoded(username), secrets: [password, decoded(password)] };
}

/** Forms in which a mail server may repeat a password: as it is, and as the sign-ins LOGIN and PLAIN send it (RFC 4616). */
function mailSecrets(smtpUrl: string | null): string[] {
  const { user, secrets } = accountIn(smtpUrl);
  const [, password = ''] = secrets;
  const sent = password === '' ? [] : [password, `\0${user}\0${password}`];
  return [...secrets, ...sent.map((text) => Buffer.from(text).toString('base64'))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
