import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import type {
  ContactsSettings,
  LimitSettings,
  LooksSettings,
  MailSettings,
  TelegramSettings,
} from '@balloon/contracts/site/site-settings.ts';
import type { Db } from '@balloon/database/connect.ts';
import { unseal } from '#content/sealed.ts';

/** Settings as admins have entered them; pictures are data URLs. */
export interface SectionSettings {
  looks: LooksSettings;
  contacts: ContactsSettings;
  mail: MailSettings;
  telegram: TelegramSettings;
  limits: LimitSettings;
}

export type SecretState = 'none' | 'stored' | 'lost';

/** Section as it is stored. */
export interface StoredSection<Section extends SettingSection = SettingSection> {
  version: number;
  settings: SectionSettings[Section];
  /** Secret in the clear, for this process only; null without one, and when it was sealed with another key. */
  secret: string | null;
  secretState: SecretState;
}

export type StoredSettings = { readonly [Section in SettingSection]: Readonly<StoredSection<Section>> };

/** Settings of a site on which nobody has changed any. */
const USUAL: SectionSettings = {
  looks: { name: null, color: null, nameInLogo: false, logo: null, icon: null },
  contacts: { russian: null, english: null },
  mail: { siteUrl: null, host: null, port: null, security: 'starttls', user: null, from: null },
  telegram: { apiRoot: null },
  limits: { trialRunsPerMinute: null, backupEveryHours: null, backupKeep: null, sameVersions: null },
};

const untouched = <Section extends SettingSection>(section: Section): StoredSection<Section> => ({
  version: 0,
  settings: USUAL[section],
  secret: null,
  secretState: 'none',
});

export const NOTHING_STORED: StoredSettings = {
  looks: untouched('looks'),
  contacts: untouched('contacts'),
  mail: untouched('mail'),
  telegram: untouched('telegram'),
  limits: untouched('limits'),
};

/** Row of the table. */
export interface SectionRow {
  version: number;
  settings: Record<string, unknown>;
  sealedSecret: string | null;
}

/** Reads all sections and opens their secrets. */
export async function readStored(db: Db, settingsKey: string): Promise<StoredSettings> {
  const rows = await db
    .selectFrom('siteSettings')
    .select(['section', 'version', 'settings', 'sealedSecret'])
    .execute();
  const stored = rows.map((row) => [row.section, opened(row.section, row, settingsKey)] as const);
  return { ...NOTHING_STORED, ...Object.fromEntries(stored) };
}

/** Makes a section out of its row; fields that the row does not have get their usual values. */
export function opened<Section extends SettingSection>(
  section: Section,
  { version, settings, sealedSecret }: SectionRow,
  settingsKey: string,
): StoredSection<Section> {
  const secret = sealedSecret === null ? null : unseal(settingsKey, section, sealedSecret);
  const unread = sealedSecret === null ? 'none' : 'lost';
  return {
    version,
    settings: { ...USUAL[section], ...settings },
    secret,
    secretState: secret === null ? unread : 'stored',
  };
}
