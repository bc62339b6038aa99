import { StatementQuery } from '@balloon/contracts/problems/problems.ts';
import { Contacts } from '@balloon/contracts/talk/contacts.ts';
import { readContacts } from '#features/contacts/read-contacts.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';

export const contactRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contacts',
    { config: { allow: 'public' }, schema: { querystring: StatementQuery, response: { 200: Contacts } } },
    ({ query, headers }) => readContacts(services, requestLocale(query.locale, headers)),
  );
};
