import { Done } from '@balloon/contracts/common.ts';
import { ChangePassword, Session, SessionParams } from '@balloon/contracts/people/account.ts';
import { z } from 'zod';
import { changePassword } from '#features/account/change-password.ts';
import { endOtherSessions, endSession, listSessions } from '#features/account/own-sessions.ts';
import { whence } from '#features/account/whence.ts';
import { currentSessionId } from '#features/session/resolve-user.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user', whileConfined: 'open' } as const;
const DONE = { result: true } as const;

/** Routes for one's own password and sessions. */
export const sessionRoutes: Routes = async (app, services) => {
  app.post(
    '/api/user/password',
    { config, schema: { body: ChangePassword, response: { 200: Done } } },
    async (request) => {
      const sessionId = await currentSessionId(services, request);
      await changePassword(services, userOf(request), { ...request.body, ...whence(request), sessionId });
      return DONE;
    },
  );

  app.get(
    '/api/user/sessions',
    { config, schema: { response: { 200: z.array(Session) } } },
    async (request) => listSessions(services, userOf(request), await currentSessionId(services, request)),
  );

  app.delete(
    '/api/user/sessions',
    { config: { ...config, bulk: {} }, schema: { response: { 200: Done } } },
    async (request) => {
      await endOtherSessions(services, userOf(request), await currentSessionId(services, request));
      return DONE;
    },
  );

  app.delete(
    '/api/user/sessions/:sessionId',
    { config, schema: { params: SessionParams, response: { 200: Done } } },
    async (request) => {
      await endSession(services, userOf(request), request.params.sessionId);
      return DONE;
    },
  );
};
