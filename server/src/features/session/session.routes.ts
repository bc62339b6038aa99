import { Done } from '@balloon/contracts/common.ts';
import { MeQuery, OwnUser, SignIn, SignInReply } from '@balloon/contracts/users.ts';
import { ownUser, pickFields } from '#features/session/own-user.ts';
import { deleteSession } from '#features/session/session.queries.ts';
import {
  clearSessionCookie,
  deviceKey,
  setDeviceCookie,
  setSessionCookie,
} from '#features/session/session-cookie.ts';
import { shownToken, tokenHash } from '#features/session/session-token.ts';
import { signIn } from '#features/session/sign-in.ts';
import { userOf } from '#http/allow.ts';
import { clientIp } from '#http/callers/client-ip.ts';
import type { Routes } from '#http/routes.ts';
import type { Services } from '#services.ts';

export const sessionRoutes: Routes = async (app, services) => {
  app.post(
    '/api/user/authenticate/sign-in',
    { config: { allow: 'public' }, schema: { body: SignIn, response: { 200: SignInReply } } },
    async (request, reply) => {
      const { body, headers } = request;
      const from = { ip: clientIp(request), userAgent: headers['user-agent'] ?? null };
      const { token, device } = await signIn(services, { ...body, ...from, device: deviceKey(request) });
      // An earlier session of this browser ends, whether it is the same person's or another's.
      const earlier = shownToken(headers);
      if (earlier) await endSession(services, earlier.token);
      setSessionCookie(services, reply, token);
      setDeviceCookie(services, reply, device);
      return { token };
    },
  );

  app.post(
    '/api/user/authenticate/logout',
    { config: { allow: 'public' }, schema: { response: { 200: Done } } },
    async ({ headers }, reply) => {
      const shown = shownToken(headers);
      if (shown) await endSession(services, shown.token);
      clearSessionCookie(services, reply);
      return { result: true as const };
    },
  );

  app.get(
    '/api/user/me',
    {
      config: { allow: 'user', whileConfined: 'open' },
      schema: { querystring: MeQuery, response: { 200: OwnUser.partial() } },
    },
    async (request) => {
      const user = userOf(request);
      const { confinedTo, teams = [] } = user;
      const own = {
        ...(await ownUser(services, user)),
        ...(confinedTo && { confinedTo: [...confinedTo] }),
        ...(teams.length > 0 && { teams: teams.map(({ id, username, name }) => ({ id, username, name })) }),
      };
      return pickFields(own, request.query.fields);
    },
  );
};

/** Ends the session of a token; sockets of other web processes notice within seconds. */
async function endSession({ db, sockets }: Services, token: string): Promise<void> {
  const sessionId = await deleteSession(db, tokenHash(token));
  if (sessionId !== undefined) sockets.endSession(sessionId);
}
