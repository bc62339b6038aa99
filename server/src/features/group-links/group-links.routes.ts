import { Done } from '@balloon/contracts/common.ts';
import {
  EditRegisterLink,
  GroupKeyParams,
  GroupOfLink,
  GroupParams,
  LinkListQuery,
  NewRegisterLink,
  RegisterLink,
  RegisterLinkParams,
} from '@balloon/contracts/people/group-links.ts';
import { z } from 'zod';
import { createLink, editLink, listLinks, revokeLink } from '#features/group-links/manage-links.ts';
import { readGroupOfLink } from '#features/group-links/use-link.ts';
import { resolveUser } from '#features/session/resolve-user.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;
const LINKS = '/api/admin/groups/:groupId/links';

/** Routes for registration links of groups. */
export const groupLinkRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/groups/links/:groupKey',
    { config: { allow: 'public' }, schema: { params: GroupKeyParams, response: { 200: GroupOfLink } } },
    async ({ params, headers }) =>
      readGroupOfLink(services, await resolveUser(services, headers), params.groupKey),
  );

  app.get(
    LINKS,
    {
      config,
      schema: { params: GroupParams, querystring: LinkListQuery, response: { 200: z.array(RegisterLink) } },
    },
    (request) => listLinks(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.post(
    LINKS,
    {
      config: { ...config, audit: 'link.create' },
      schema: { params: GroupParams, body: NewRegisterLink, response: { 200: RegisterLink } },
    },
    (request) => createLink(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.post(
    `${LINKS}/:linkUuid`,
    {
      config: { ...config, audit: ['link.edit', 'link.deactivate'] },
      schema: { params: RegisterLinkParams, body: EditRegisterLink, response: { 200: RegisterLink } },
    },
    (request) => editLink(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.delete(
    `${LINKS}/:linkUuid`,
    {
      config: { ...config, audit: 'link.deactivate' },
      schema: { params: RegisterLinkParams, response: { 200: Done } },
    },
    async (request) => {
      await revokeLink(services, userOf(request), request.params);
      return { result: true as const };
    },
  );
};
