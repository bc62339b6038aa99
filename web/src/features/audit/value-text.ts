import i18next from 'i18next';
import type { Formats } from '#shared/text/format.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';

/** Largest number of entries of a list that is written out. */
const LISTED = 20;
const MINUTE_MS = 60_000;

/**
 * Name of a field of the log in the reader's language, or the server's when this page is older. A field of a part, as
 * `statement.ru-ru`, has a hyphen in its key, since a point would begin another section of texts.
 */
export function fieldText(field: string): string {
  const key = `audit.field.${field.replace('.', '-')}`;
  return i18next.exists(key) ? i18next.t(key) : field;
}

/** Name of what the id in a field stands for, where the page knows it. */
export type Names = (field: string, id: number) => string | undefined;

/** Writes a value of the log for people: moments, durations, roles and lists instead of raw numbers. */
export function valueText(field: string, value: unknown, formats: Formats, names?: Names): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return i18next.t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') return names?.(field, value) ?? numberText(field, value, formats);
  if (Array.isArray(value)) return listText(field, value, formats, names);
  if (typeof value === 'object') return objectText(value, formats);
  return String(value);
}

function numberText(field: string, value: number, formats: Formats): string {
  if (/Duration\w*Ms$|^duration|^extraTime|^relative\w+Ms$/.test(field)) return durationText(value);
  if (/Ms$/.test(field)) return formats.exact(value);
  if (field === 'accessGroup' || field === 'accessMask') return i18next.t(ROLE_KEYS[value] ?? 'role.user');
  if (field === 'verdictId') return i18next.t(verdictKey(value));
  return /Ids?$|^id$|^(added|removed|members)$/.test(field) ? `№${value}` : formats.number(value);
}

/** Hours and minutes of a duration in ms: `5:00`. */
function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function listText(field: string, values: readonly unknown[], formats: Formats, names?: Names): string {
  if (values.length === 0) return '—';
  const shown = values.slice(0, LISTED).map((one) => valueText(field, one, formats, names));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(', ')}, ${i18next.t('audit.more', { count: more })}` : shown.join(', ');
}

function objectText(value: object, formats: Formats): string {
  return Object.entries(value)
    .map(([name, one]) => `${fieldText(name)}: ${valueText(name, one, formats)}`)
    .join('; ');
}
