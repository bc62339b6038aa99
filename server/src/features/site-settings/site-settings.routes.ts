import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import { SECTION_FORMS, type SectionForms, SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import type { FastifyRequest } from 'fastify';
import { refuseImpossible } from '#features/site-settings/check-section.ts';
import { readSettings } from '#features/site-settings/read-settings.ts';
import { saveSection } from '#features/site-settings/save-section.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const SETTINGS = '/api/admin/server/settings';
const config = { allow: 'admin' } as const;
const recorded = { ...config, audit: 'server.settings' } as const;
const response = { 200: SiteSettings };

/** Settings of the site that admins change in the browser, section by section; each answer has all of them. */
export const siteSettingsRoutes: Routes = async (app, services) => {
  app.get(SETTINGS, { config, schema: { response } }, ({ hostname }) => readSettings(services, hostname));

  async function save<Section extends SettingSection>(
    section: Section,
    request: FastifyRequest,
    body: SectionForms[Section],
  ): Promise<SiteSettings> {
    const { hostname } = request;
    refuseImpossible(services, section, body);
    await saveSection(services, userOf(request), section, body, hostname);
    return readSettings(services, hostname);
  }

  app.post(
    `${SETTINGS}/looks`,
    { config: recorded, schema: { body: SECTION_FORMS.looks, response } },
    (request) => save('looks', request, request.body),
  );
  app.post(
    `${SETTINGS}/contacts`,
    { config: recorded, schema: { body: SECTION_FORMS.contacts, response } },
    (request) => save('contacts', request, request.body),
  );
  app.post(
    `${SETTINGS}/mail`,
    { config: recorded, schema: { body: SECTION_FORMS.mail, response } },
    (request) => save('mail', request, request.body),
  );
  app.post(
    `${SETTINGS}/telegram`,
    { config: recorded, schema: { body: SECTION_FORMS.telegram, response } },
    (request) => save('telegram', request, request.body),
  );
  app.post(
    `${SETTINGS}/limits`,
    { config: recorded, schema: { body: SECTION_FORMS.limits, response } },
    (request) => save('limits', request, request.body),
  );
};
