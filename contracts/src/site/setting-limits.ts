/*
 * Settings that admins change in the browser, as far as the page needs them without schemas.
 */

/** Parts of the settings; each is saved and counts its versions on its own. */
export const SETTING_SECTIONS = ['looks', 'contacts', 'mail', 'telegram', 'limits'] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

export const MAX_SITE_NAME = 60;
export const MAX_PICTURE_KB = 200;
export const MAX_CONTACTS_KB = 64;
/** Kinds of pictures, as a field for files takes them. */
export const PICTURE_TYPES = ['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg'] as const;

/** Encryption of the way to the mail server: demanded after the greeting, from the first byte, or whatever it offers. */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

export const MAX_TRIAL_RUNS_PER_MINUTE = 600;
export const MAX_BACKUP_HOURS = 8_760;
export const MAX_BACKUPS_KEPT = 1_000;
