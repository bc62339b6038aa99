import { SETTINGS, type SettingKey } from '@balloon/contracts/settings/settings.ts';
import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import type { FixedBy } from '@balloon/contracts/site/site-settings.ts';
import { findContacts } from '#features/contacts/read-contacts.ts';
import { readLook, SITE_FILE, SiteFileError } from '#features/site/read-look.ts';
import type { ServerOptions } from '#services.ts';

/** Fields that the operator decides about → where. */
export type FixedFields = Record<string, FixedBy>;

/** Fields of a section → the settings of the operator that decide about them; the first one that is given is named. */
const SETTINGS_OF: Partial<Record<SettingSection, Readonly<Record<string, readonly SettingKey[]>>>> = {
  mail: {
    siteUrl: ['publicUrl'],
    host: ['smtpUrl'],
    port: ['smtpUrl'],
    security: ['smtpUrl'],
    user: ['smtpUrl'],
    password: ['smtpUrl'],
    from: ['mailFrom'],
  },
  // The address goes with the token: another one would receive the operator's.
  telegram: { token: ['telegramToken'], apiRoot: ['telegramApiRoot', 'telegramToken'] },
  limits: {
    trialRunsPerMinute: ['trialRunsPerMinute'],
    backupEveryHours: ['backupEveryHours'],
    backupKeep: ['backupKeep'],
    sameVersions: ['sameVersions'],
  },
};

/**
 * Finds the fields of a section that the environment, `.env` or a file of the operator decides about.
 *
 * @param host name under which the site was reached: looks may differ by it
 */
export async function findFixed(
  section: SettingSection,
  options: ServerOptions,
  host: string,
): Promise<FixedFields> {
  if (section === 'looks') return fixedLooks(options.siteDir, host);
  if (section === 'contacts') return fixedContacts(options.contactsDir);
  return fixedBySettings(section, options);
}

function fixedBySettings(section: SettingSection, { given }: ServerOptions): FixedFields {
  const fields = Object.entries(SETTINGS_OF[section] ?? {}).flatMap(([field, keys]) =>
    keys
      .flatMap((key) => {
        const source = given[key];
        return source === undefined ? [] : [[field, { source, name: SETTINGS[key].env }] as const];
      })
      .slice(0, 1),
  );
  return Object.fromEntries(fields);
}

/** A file that cannot be used decides about nothing. */
async function fixedLooks(siteDir: string | null, host: string): Promise<FixedFields> {
  const look = await readLook(siteDir, host).catch((error: unknown) => {
    if (error instanceof SiteFileError) return null;
    throw error;
  });
  return Object.fromEntries(
    Object.keys(look ?? {}).map((field) => [field, { source: 'file', name: SITE_FILE }]),
  );
}

async function fixedContacts(folder: string | null): Promise<FixedFields> {
  const fixed: FixedFields = {};
  for (const [field, locale] of [
    ['russian', 'ru-ru'],
    ['english', 'en-us'],
  ] as const) {
    const found = await findContacts(folder, locale);
    if (found) fixed[field] = { source: 'file', name: found.name };
  }
  return fixed;
}
