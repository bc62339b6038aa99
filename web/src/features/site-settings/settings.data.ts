import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import type { SectionForms, SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

const SETTINGS = '/api/admin/server/settings';

/** All settings of the browser. Forms keep what they were filled with, so nothing is read again under them. */
export const settingsQuery = queryOptions({
  queryKey: ['server', 'settings'],
  queryFn: ({ signal }) => get<SiteSettings>(SETTINGS, { signal }),
  staleTime: 0,
  meta: { ownError: true },
});

/** Saves one section. @throws {ApiError} CHANGED_MEANWHILE when somebody saved after its version was read */
export const saveSection = <Section extends SettingSection>(section: Section, form: SectionForms[Section]) =>
  post<SiteSettings>(`${SETTINGS}/${section}`, form);
