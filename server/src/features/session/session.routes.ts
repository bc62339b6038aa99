import { Done } from '@balloon/contracts/common.ts';
import { MeQuery, OwnUser, SignIn, SignInReply } from '@balloon/contracts/users.ts';
import { ownUser, pickFields } from '#features/session/own-user.ts';
import { deleteSession } from '#features/session/session.queries.ts';
import { clearSessionCookie, setSessionCookie } from '#features/session/session-cookie.ts';
import { shownToken, tokenHash } from '#features/session/session-token.ts';
import { signIn } from '#features/session/sign-in.ts';
import { userOf } from '#http/allow.ts';
import { clientIp } from '#http/client-ip.ts';
import { acceptForms } from '#http/form-body.ts';
import type { Routes } from '#http/routes.ts';

export const sessionRoutes: Routes = async (app, services) => {
  acceptForms(app);

  app.post(
    '/api/user/authenticate/sign-in',
    { config: { allow: 'public' }, schema: { body: SignIn, response: { 200: SignInReply } } },
    async (request, reply) => {
      const { body, headers } = request;
      const from = { ip: clientIp(request), userAgent: headers['user-agent'] ?? null };
      const token = await signIn(services, { ...body, ...from });
      // The session that was here before ends, be it the same person's or another's.
      const earlier = shownToken(headers);
      if (earlier) await deleteSession(services.db, tokenHash(earlier.token));
      setSessionCookie(services, reply, token);
      return { token };
    },
  );

  app.post(
    '/api/user/authenticate/logout',
    { config: { allow: 'public' }, schema: { response: { 200: Done } } },
    async ({ headers }, reply) => {
      const shown = shownToken(headers);
      if (shown) await deleteSession(services.db, tokenHash(shown.token));
      clearSessionCookie(services, reply);
      return { result: true as const };
    },
  );

  app.get(
    '/api/user/me',
    { config: { allow: 'user' }, schema: { querystring: MeQuery, response: { 200: OwnUser.partial() } } },
    async (request) => pickFields(await ownUser(services, userOf(request)), request.query.fields),
  );
};
