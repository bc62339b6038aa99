import { ChangePassword, Session, SessionParams } from '@balloon/contracts/account.ts';
import { Done } from '@balloon/contracts/common.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UnauthenticatedError } from '#errors.ts';
import { changePassword } from '#features/account/change-password.ts';
import { endOtherSessions, endSession, listSessions } from '#features/account/own-sessions.ts';
import { whence } from '#features/account/whence.ts';
import { resolveSession } from '#features/session/resolve-user.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user' } as const;
const DONE = { result: true } as const;

/** One's own password, and where one is signed in. */
export const sessionRoutes: Routes = async (app, services) => {
  async function currentSessionId({ headers }: FastifyRequest): Promise<number> {
    const resolved = await resolveSession(services, headers);
    if (!resolved) throw new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
    return resolved.session.id;
  }

  app.post(
    '/api/user/password',
    { config, schema: { body: ChangePassword, response: { 200: Done } } },
    async (request) => {
      const sessionId = await currentSessionId(request);
      await changePassword(services, userOf(request), { ...request.body, ...whence(request), sessionId });
      return DONE;
    },
  );

  app.get(
    '/api/user/sessions',
    { config, schema: { response: { 200: z.array(Session) } } },
    async (request) => listSessions(services, userOf(request), await currentSessionId(request)),
  );

  app.delete('/api/user/sessions', { config, schema: { response: { 200: Done } } }, async (request) => {
    await endOtherSessions(services, userOf(request), await currentSessionId(request));
    return DONE;
  });

  app.delete(
    '/api/user/sessions/:sessionId',
    { config, schema: { params: SessionParams, response: { 200: Done } } },
    async (request) => {
      await endSession(services, userOf(request), request.params.sessionId);
      return DONE;
    },
  );
};
