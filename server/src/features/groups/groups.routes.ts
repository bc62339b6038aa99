import { Done } from '@balloon/contracts/common.ts';
import { GroupParams } from '@balloon/contracts/people/group-links.ts';
import {
  ChangedMembers,
  ChangeMembers,
  GroupDeletion,
  GroupPage,
  SavedGroup,
  SaveGroup,
} from '@balloon/contracts/people/groups.ts';
import { changeMembers } from '#features/groups/change-members.ts';
import { deleteGroup, previewGroupDeletion } from '#features/groups/delete-group.ts';
import { readGroup } from '#features/groups/read-group.ts';
import { createGroup, editGroup } from '#features/groups/save-group.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;
const GROUP = '/api/admin/groups/:groupId';

/** Calls by which supervisors manage groups; the list is in features/directory. */
export const groupRoutes: Routes = async (app, services) => {
  app.post(
    '/api/admin/groups',
    {
      config: { ...config, audit: 'group.create' },
      schema: { body: SaveGroup, response: { 200: SavedGroup } },
    },
    (request) => createGroup(services, userOf(request), request.body),
  );

  app.get(GROUP, { config, schema: { params: GroupParams, response: { 200: GroupPage } } }, (request) =>
    readGroup(services, userOf(request), request.params.groupId),
  );

  app.post(
    GROUP,
    {
      config: { ...config, audit: 'group.edit' },
      schema: { params: GroupParams, body: SaveGroup, response: { 200: SavedGroup } },
    },
    (request) => editGroup(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.post(
    `${GROUP}/members`,
    {
      config: { ...config, bulk: {}, audit: 'group.members' },
      schema: { params: GroupParams, body: ChangeMembers, response: { 200: ChangedMembers } },
    },
    (request) => changeMembers(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.get(
    `${GROUP}/deletion`,
    { config, schema: { params: GroupParams, response: { 200: GroupDeletion } } },
    (request) => previewGroupDeletion(services, userOf(request), request.params.groupId),
  );

  app.delete(
    GROUP,
    {
      config: { ...config, audit: 'group.delete' },
      schema: { params: GroupParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteGroup(services, userOf(request), request.params.groupId);
      return { result: true } as const;
    },
  );
};
