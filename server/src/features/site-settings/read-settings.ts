import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { findContacts } from '#features/contacts/read-contacts.ts';
import { lookOf } from '#features/site/site-look.ts';
import { linkAddress } from '#features/site-settings/effective-options.ts';
import { type FixedFields, findFixed } from '#features/site-settings/fixed-fields.ts';
import type { Services } from '#services.ts';

/**
 * Reads all settings of the browser with the values that count, and what decides about those that cannot be changed
 * there. Secrets are left out.
 *
 * @param host name under which the site was reached
 */
export async function readSettings(services: Services, host: string): Promise<SiteSettings> {
  const fixedOf = (section: keyof SiteSettings) => findFixed(section, services.options, host);
  return {
    looks: await looksFor(services, host, await fixedOf('looks')),
    contacts: await contactsFor(services, await fixedOf('contacts')),
    mail: mailFor(services, await fixedOf('mail')),
    telegram: telegramFor(services, await fixedOf('telegram')),
    limits: limitsFor(services, await fixedOf('limits')),
  };
}

async function looksFor(
  services: Services,
  host: string,
  fixed: FixedFields,
): Promise<SiteSettings['looks']> {
  const { version } = services.settings.stored.looks;
  const { name = null, color = null, nameInLogo = false, logo, icon } = await lookOf(services, host);
  return {
    ...{ version, fixed, name, color, nameInLogo },
    logo: logo === undefined ? null : `/site/logo?${logo}`,
    icon: icon === undefined ? null : `/site/icon?${icon}`,
  };
}

async function contactsFor(
  { options: { contactsDir }, settings }: Services,
  fixed: FixedFields,
): Promise<SiteSettings['contacts']> {
  const { version, settings: entered } = settings.stored.contacts;
  const text = async (field: keyof typeof entered, locale: 'ru-ru' | 'en-us') =>
    fixed[field] ? ((await findContacts(contactsDir, locale))?.markdown ?? null) : entered[field];
  return { version, fixed, russian: await text('russian', 'ru-ru'), english: await text('english', 'en-us') };
}

function mailFor({ options, settings, mailer }: Services, fixed: FixedFields): SiteSettings['mail'] {
  const { version, settings: entered, secretState } = settings.stored.mail;
  return {
    ...{ version, fixed, isOn: mailer.isOn },
    ...entered,
    ...(fixed.host && serverOf(options.smtpUrl ?? '')),
    siteUrl: linkAddress(options, settings.stored),
    from: fixed.from ? options.mailFrom : entered.from,
    password: secretState,
  };
}

/** Parts of SMTP_URL for people, without the password. */
function serverOf(smtpUrl: string): Pick<SiteSettings['mail'], 'host' | 'port' | 'security' | 'user'> {
  const { protocol, hostname, port, username, searchParams } = new URL(smtpUrl);
  const plain = searchParams.get('requireTLS') === 'true' ? 'starttls' : 'none';
  return {
    host: hostname || null,
    port: port === '' ? null : Number(port),
    security: protocol === 'smtps:' ? 'tls' : plain,
    user: username === '' ? null : decodeURIComponent(username),
  };
}

function telegramFor({ options, settings }: Services, fixed: FixedFields): SiteSettings['telegram'] {
  const { version, settings: entered, secretState } = settings.stored.telegram;
  const apiRoot = fixed.apiRoot ? options.telegramApiRoot : entered.apiRoot;
  return { version, fixed, apiRoot, token: secretState, isOn: options.telegramToken !== null };
}

function limitsFor({ options, settings }: Services, fixed: FixedFields): SiteSettings['limits'] {
  const { version, settings: entered } = settings.stored.limits;
  const { trialRunsPerMinute, backupEveryHours, backupKeep, sameVersions } = options;
  const counting = { trialRunsPerMinute, backupEveryHours, backupKeep, sameVersions };
  const ofOperator = Object.fromEntries(Object.entries(counting).filter(([field]) => fixed[field]));
  return { version, fixed, usual: settings.usualLimits, ...entered, ...ofOperator };
}
