import {
  ImportTeams,
  ImportTeamsReport,
  MAX_TEAM_FILES_LENGTH,
} from '@balloon/contracts/people/team-import.ts';
import { importTeams } from '#features/team-import/import-teams.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

/** Bytes of a request: characters outside ASCII take several. */
const BODY_LIMIT_BYTES = 3 * MAX_TEAM_FILES_LENGTH;

/** Import of teams from files. */
export const teamImportRoutes: Routes = async (app, services) => {
  app.post(
    '/api/admin/teams/import',
    {
      config: { allow: 'admin', bulk: {}, audit: 'team.import' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { body: ImportTeams, response: { 200: ImportTeamsReport } },
    },
    (request) => importTeams(services, userOf(request), request.body),
  );
};
