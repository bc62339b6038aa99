import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import type { SectionForms } from '@balloon/contracts/site/site-settings.ts';
import { InvalidInputError } from '#errors.ts';
import { isTruePicture } from '#features/site/pictures.ts';
import type { StoredSection } from '#features/site-settings/stored-settings.ts';
import type { ServerOptions, Services } from '#services.ts';

type Fault = { field: string; kind: 'required' | 'invalid_format' };

/**
 * Refuses what the schema of a form cannot see.
 *
 * @throws {InvalidInputError} INVALID_INPUT: a file that is no picture of its kind, mail without an address for links,
 *   a password without an account, another server for a stored secret
 */
export function refuseImpossible<Section extends SettingSection>(
  services: Pick<Services, 'options' | 'settings'>,
  section: Section,
  form: SectionForms[Section],
): void {
  const faults = faultsOf(services, section, form);
  if (faults.length === 0) return;
  const text = faults.map(({ field, kind }) =>
    kind === 'required' ? `${field}: is required` : `${field}: is no picture of its kind`,
  );
  throw new InvalidInputError('INVALID_INPUT', text.join('; '), faults);
}

function faultsOf(
  { options, settings: { stored } }: Pick<Services, 'options' | 'settings'>,
  section: SettingSection,
  form: object,
): Fault[] {
  if (section === 'looks') return pictureFaults(form as SectionForms['looks']);
  if (section === 'mail') return mailFaults(options, stored.mail, form as SectionForms['mail']);
  if (section === 'telegram') {
    return telegramFaults(options, stored.telegram, form as SectionForms['telegram']);
  }
  return [];
}

function pictureFaults(form: SectionForms['looks']): Fault[] {
  return (['logo', 'icon'] as const).flatMap((field) => {
    const url = form[field];
    return url && !isTruePicture(url) ? [{ field, kind: 'invalid_format' as const }] : [];
  });
}

/** Links in letters need an address that no request decides about: the Host header could lead them elsewhere. */
function mailFaults(
  { publicUrl, given }: ServerOptions,
  stored: StoredSection<'mail'>,
  form: SectionForms['mail'],
): Fault[] {
  const faults: Fault[] = [];
  if (given.smtpUrl !== undefined || form.host === null) return faults;
  if (publicUrl === null && form.siteUrl === null) faults.push({ field: 'siteUrl', kind: 'required' });
  if (form.password && form.user === null) faults.push({ field: 'user', kind: 'required' });
  const isMoved = form.host !== stored.settings.host;
  if (isMoved && keepsSecret(stored, form.password)) faults.push({ field: 'password', kind: 'required' });
  return faults;
}

function telegramFaults(
  { given }: ServerOptions,
  stored: StoredSection<'telegram'>,
  { apiRoot, token }: SectionForms['telegram'],
): Fault[] {
  if (given.telegramToken !== undefined || given.telegramApiRoot !== undefined) return [];
  const isMoved = apiRoot !== null && apiRoot !== stored.settings.apiRoot;
  return isMoved && keepsSecret(stored, token) ? [{ field: 'token', kind: 'required' }] : [];
}

/** Whether a form leaves a stored secret in use: at another server it would be read there by who entered that one. */
const keepsSecret = ({ secretState }: Pick<StoredSection, 'secretState'>, sent: string | null | undefined) =>
  secretState === 'stored' && sent === undefined;
