import { Done } from '@balloon/contracts/common.ts';
import {
  ContestTemplate,
  ContestTemplateList,
  NewTemplate,
  TemplateParams,
} from '@balloon/contracts/contests/contest-form.ts';
import { createTemplate, deleteTemplate, listTemplates } from '#features/contest-admin/contest-templates.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;
const path = '/api/admin/contest-templates';

/** Forms to start a contest from. */
export const contestTemplateRoutes: Routes = async (app, services) => {
  app.get(path, { config, schema: { response: { 200: ContestTemplateList } } }, async (request) => ({
    templates: await listTemplates(services, userOf(request)),
  }));

  app.post(
    path,
    {
      config: { ...config, audit: 'template.create' },
      schema: { body: NewTemplate, response: { 200: ContestTemplate } },
    },
    (request) => createTemplate(services, userOf(request), request.body),
  );

  app.delete(
    `${path}/:templateId`,
    {
      config: { ...config, audit: 'template.delete' },
      schema: { params: TemplateParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteTemplate(services, userOf(request), request.params.templateId);
      return { result: true as const };
    },
  );
};
