import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import { SETTING_SECTIONS } from '@balloon/contracts/site/setting-limits.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { seal } from '#content/sealed.ts';
import { storableJson } from '#content/storable.ts';
import type { AuditState } from '#features/audit/audit-state.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { pictureText } from '#features/site/pictures.ts';
import { findFixed } from '#features/site-settings/fixed-fields.ts';
import type { SectionRow } from '#features/site-settings/stored-settings.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/** Secret of a section, which is stored apart from its settings. */
const SECRET_FIELDS: Partial<Record<SettingSection, string>> = { mail: 'password', telegram: 'token' };

/** Id of a section in the audit log. */
const idOf = (section: SettingSection) => SETTING_SECTIONS.indexOf(section) + 1;

/** Section as a form sends it; fields that are absent stay. */
export type SentSection = Readonly<Record<string, unknown>> & { version: number };

/**
 * Saves a section and applies it in every web process; in this one before the promise resolves. Fields that the operator
 * decides about stay as they are.
 *
 * @param host name under which the site was reached
 * @throws {ConflictError} CHANGED_MEANWHILE
 */
export async function saveSection(
  services: Services,
  admin: User,
  section: SettingSection,
  { version: read, ...sent }: SentSection,
  host: string,
): Promise<void> {
  const { db, options, settings } = services;
  const fixed = await findFixed(section, options, host);
  const open = Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => value !== undefined && !fixed[field]),
  );
  await db.transaction().execute(async (tx) => {
    const before = await lockSection(tx, section);
    const id = idOf(section);
    await expectVersion(tx, { kind: 'server', id, stored: before.version, read });
    const after = changedRow(section, before, open, options.settingsKey);
    await storeSection(tx, section, after);
    await recordChange(tx, admin, {
      ...{ action: 'server.settings', subjectId: id, subjectName: section, version: after.version },
      before: auditStateOf(section, before),
      after: { ...auditStateOf(section, after), ...secretChange(section, before, after) },
    });
    await announce(tx, 'settings.changed', {});
  });
  await settings.reload();
}

async function lockSection(tx: Tx, section: SettingSection): Promise<SectionRow> {
  await tx
    .insertInto('siteSettings')
    .values({ section, sealedSecret: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('siteSettings')
    .select(['version', 'settings', 'sealedSecret'])
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

function changedRow(
  section: SettingSection,
  before: SectionRow,
  sent: Readonly<Record<string, unknown>>,
  settingsKey: string,
): SectionRow {
  const { [SECRET_FIELDS[section] ?? '']: secret, ...fields } = sent;
  const sealed = typeof secret === 'string' ? seal(settingsKey, section, secret) : null;
  return {
    version: before.version + 1,
    settings: { ...before.settings, ...fields },
    sealedSecret: secret === undefined ? before.sealedSecret : sealed,
  };
}

async function storeSection(
  tx: Tx,
  section: SettingSection,
  { settings, ...row }: SectionRow,
): Promise<void> {
  await tx
    .updateTable('siteSettings')
    .set({ ...row, settings: storableJson(settings) })
    .where('section', '=', section)
    .execute();
}

/** Settings for the log: pictures by kind and size, of a secret only whether there is one. */
function auditStateOf(section: SettingSection, { settings, sealedSecret }: SectionRow): AuditState {
  const shown = Object.entries(settings).map(([field, value]) => [field, pictureText(value) ?? value]);
  const secret = SECRET_FIELDS[section];
  return {
    ...Object.fromEntries(shown),
    ...(secret && { [HAS[secret] ?? '']: sealedSecret !== null }),
  };
}

function secretChange(section: SettingSection, before: SectionRow, after: SectionRow): AuditState {
  const secret = SECRET_FIELDS[section];
  if (!secret || before.sealedSecret === after.sealedSecret || after.sealedSecret === null) return {};
  return { [CHANGES[secret] ?? '']: true };
}

const HAS: Readonly<Record<string, string>> = { password: 'hasPassword', token: 'hasToken' };
const CHANGES: Readonly<Record<string, string>> = { password: 'passwordChanged', token: 'tokenChanged' };
