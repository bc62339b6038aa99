import { Done } from '@balloon/contracts/common.ts';
import {
  AskForReset,
  Channels,
  ConfirmEmail,
  ConfirmedEmail,
  LinkEmail,
  ResetPassword,
  SignUpInGroup,
  UserParams,
} from '@balloon/contracts/people/account.ts';
import { OwnUser, PublicUser } from '@balloon/contracts/users.ts';
import { z } from 'zod';
import { askForReset, resetByKey } from '#features/account/forgotten-password.ts';
import { askToLinkEmail, confirmEmail, expectMayLinkEmail } from '#features/account/link-email.ts';
import { readUser } from '#features/account/read-user.ts';
import { sessionRoutes } from '#features/account/sessions.routes.ts';
import { signUp } from '#features/account/sign-up.ts';
import { telegramRoutes } from '#features/account/telegram.routes.ts';
import { whence } from '#features/account/whence.ts';
import { joinByLink } from '#features/group-links/use-link.ts';
import { ownUser } from '#features/session/own-user.ts';
import { currentSessionId, resolveUser } from '#features/session/resolve-user.ts';
import { userOf } from '#http/allow.ts';
import { queryAsBody } from '#http/bodies/query-as-body.ts';
import type { Routes } from '#http/routes.ts';

const PUBLIC = { allow: 'public' } as const;
const USER = { allow: 'user' } as const;
/** Passwords and keys may stand in the address; `warn` keeps the address out of the log. */
const SECRET = { preValidation: queryAsBody, logLevel: 'warn' } as const;
const DONE = { result: true } as const;

/** Everything about a person's account but signing in. */
export const accountRoutes: Routes = async (app, services) => {
  await sessionRoutes(app, services);
  await telegramRoutes(app, services);

  app.get('/api/user/channels', { config: PUBLIC, schema: { response: { 200: Channels } } }, async () => ({
    mail: services.mailer.isOn,
    telegram: services.telegram !== null,
  }));

  app.post(
    '/api/user/authenticate/sign-up-in-group',
    { ...SECRET, config: PUBLIC, schema: { body: SignUpInGroup, response: { 200: OwnUser } } },
    async (request) => {
      const { body, headers } = request;
      const caller = await resolveUser(services, headers);
      if (caller) await joinByLink(services, caller, body.groupKey);
      const userId = caller?.id ?? (await signUp(services, { ...body, ...whence(request) }));
      return ownUser(services, { id: userId });
    },
  );

  app.post(
    '/api/user/password/reset',
    { ...SECRET, config: PUBLIC, schema: { body: AskForReset, response: { 200: ResetAsked } } },
    async (request) => {
      await askForReset(services, { ...request.body, ...whence(request) });
      return { ...DONE, ok: true as const };
    },
  );

  app.post(
    '/api/user/password/change',
    { ...SECRET, config: PUBLIC, schema: { body: ResetPassword, response: { 200: Done } } },
    async (request) => {
      await resetByKey(services, { ...request.body, ...whence(request) });
      return DONE;
    },
  );

  app.post(
    '/api/user/email',
    {
      ...SECRET,
      config: { ...USER, whileConfined: 'open' },
      schema: { body: LinkEmail, response: { 200: OwnUser } },
    },
    async (request) => {
      const user = userOf(request);
      const { email, password } = request.body;
      const { locale, ip } = whence(request);
      const sessionId = await currentSessionId(services, request);
      await expectMayLinkEmail(services, { accountId: user.id, sessionId, password, ip });
      await askToLinkEmail(services, {
        accountId: user.id,
        sessionId,
        email,
        locale,
      });
      return ownUser(services, user);
    },
  );

  app.post(
    '/api/user/email/confirm',
    { logLevel: 'warn', config: PUBLIC, schema: { body: ConfirmEmail, response: { 200: ConfirmedEmail } } },
    async (request) => ({
      email: await confirmEmail(services, { ...request.body, ...whence(request) }),
    }),
  );

  app.get(
    '/api/user/:userId',
    { config: USER, schema: { params: UserParams, response: { 200: PublicUser.nullable() } } },
    (request) => readUser(services, userOf(request), request.params.userId),
  );
};

const ResetAsked = Done.extend({ ok: z.literal(true).describe('the older spelling of `result`') });
