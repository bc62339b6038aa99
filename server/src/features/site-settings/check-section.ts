import type { SettingSection } from '@balloon/contracts/setting-limits.ts';
import type { SectionForms } from '@balloon/contracts/site-settings.ts';
import { InvalidInputError } from '#errors.ts';
import { isTruePicture } from '#features/site/pictures.ts';
import type { ServerOptions } from '#services.ts';

type Fault = { field: string; kind: 'required' | 'invalid_format' };

/**
 * Refuses what the schema of a form cannot see.
 *
 * @throws {InvalidInputError} INVALID_INPUT: a file that is no picture of its kind, mail without an address for links,
 *   a password without an account
 */
export function refuseImpossible<Section extends SettingSection>(
  options: ServerOptions,
  section: Section,
  form: SectionForms[Section],
): void {
  const faults = faultsOf(options, section, form);
  if (faults.length === 0) return;
  const text = faults.map(({ field, kind }) =>
    kind === 'required' ? `${field}: is required` : `${field}: is no picture of its kind`,
  );
  throw new InvalidInputError('INVALID_INPUT', text.join('; '), faults);
}

function faultsOf(options: ServerOptions, section: SettingSection, form: object): Fault[] {
  if (section === 'looks') return pictureFaults(form as SectionForms['looks']);
  if (section === 'mail') return mailFaults(options, form as SectionForms['mail']);
  return [];
}

function pictureFaults(form: SectionForms['looks']): Fault[] {
  return (['logo', 'icon'] as const).flatMap((field) => {
    const url = form[field];
    return url && !isTruePicture(url) ? [{ field, kind: 'invalid_format' as const }] : [];
  });
}

/** Links in letters need an address that no request decides about: the Host header could lead them elsewhere. */
function mailFaults({ publicUrl, given }: ServerOptions, form: SectionForms['mail']): Fault[] {
  const faults: Fault[] = [];
  if (given.smtpUrl !== undefined || form.host === null) return faults;
  if (publicUrl === null && form.siteUrl === null) faults.push({ field: 'siteUrl', kind: 'required' });
  if (form.password && form.user === null) faults.push({ field: 'user', kind: 'required' });
  return faults;
}
