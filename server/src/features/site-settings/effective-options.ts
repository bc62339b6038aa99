import type { MailSettings } from '@balloon/contracts/site/site-settings.ts';
import type { StoredSection, StoredSettings } from '#features/site-settings/stored-settings.ts';
import type { ServerOptions } from '#services.ts';

/** Options that admins may change in the browser. */
export type ChangeableOptions = Pick<
  ServerOptions,
  | 'smtpUrl'
  | 'mailFrom'
  | 'telegramToken'
  | 'telegramApiRoot'
  | 'trialRunsPerMinute'
  | 'backupEveryHours'
  | 'backupKeep'
  | 'sameVersions'
>;

/**
 * Returns the options that count: what the operator has set, else what admins have entered, else the usual value.
 *
 * @param own options with which this process was started
 */
export function effectiveOptions(own: ServerOptions, stored: StoredSettings): ChangeableOptions {
  const { telegram, limits } = stored;
  const entered: { [Key in keyof ChangeableOptions]: ChangeableOptions[Key] | null } = {
    smtpUrl: smtpUrlOf(stored.mail, linkAddress(own, stored)),
    mailFrom: stored.mail.settings.from,
    telegramToken: telegram.secret,
    telegramApiRoot: own.given.telegramToken === undefined ? telegram.settings.apiRoot : null,
    ...limits.settings,
  };
  function choose<Key extends keyof ChangeableOptions>(key: Key): ChangeableOptions[Key] {
    return own.given[key] === undefined ? (entered[key] ?? own[key]) : own[key];
  }
  return {
    smtpUrl: choose('smtpUrl'),
    mailFrom: choose('mailFrom'),
    telegramToken: choose('telegramToken'),
    telegramApiRoot: choose('telegramApiRoot'),
    trialRunsPerMinute: choose('trialRunsPerMinute'),
    backupEveryHours: choose('backupEveryHours'),
    backupKeep: choose('backupKeep'),
    sameVersions: choose('sameVersions'),
  };
}

/** Address of the site in letters. Cookies and headers follow PUBLIC_URL only: a wrong address locks nobody out. */
export function linkAddress({ publicUrl }: ServerOptions, { mail }: StoredSettings): string | null {
  return publicUrl ?? mail.settings.siteUrl;
}

const PORTS = { starttls: 587, tls: 465, none: 25 } as const satisfies Record<
  MailSettings['security'],
  number
>;

/** Address of the mail server in the form of SMTP_URL; null without a server, or without an address for links. */
function smtpUrlOf(
  { settings: { host, port, security, user }, secret }: StoredSection<'mail'>,
  siteUrl: string | null,
): string | null {
  if (host === null || siteUrl === null) return null;
  const account = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(secret ?? '')}@`;
  const place = `${account}${host}:${port ?? PORTS[security]}`;
  if (security === 'tls') return `smtps://${place}`;
  return `smtp://${place}${security === 'starttls' ? '?requireTLS=true' : ''}`;
}
