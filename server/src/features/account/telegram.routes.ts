import { Done } from '@balloon/contracts/common.ts';
import { TelegramAccount, TelegramLink } from '@balloon/contracts/people/account.ts';
import { ConflictError } from '#errors.ts';
import {
  askToLinkTelegram,
  readTelegramAccount,
  unlinkTelegram,
} from '#features/account/telegram-account.ts';
import { userOf } from '#http/allow.ts';
import { expectLinkFromHere } from '#http/callers/cross-site.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user', whileConfined: 'open' } as const;

/** The linked Telegram account. The two GETs that change something are links of older clients. */
export const telegramRoutes: Routes = async (app, services) => {
  app.get(
    '/api/user/telegram-account',
    { config, schema: { response: { 200: TelegramAccount.nullable() } } },
    (request) => readTelegramAccount(services, userOf(request)),
  );

  app.post('/api/user/telegram', { config, schema: { response: { 200: TelegramLink } } }, async (request) => {
    const url = await askToLinkTelegram(services, userOf(request));
    if (url === null) throw new ConflictError('TELEGRAM_LINKED', 'Your Telegram is linked already');
    return { url };
  });

  app.get('/api/user/telegram', { config }, async (request, reply) => {
    expectLinkFromHere(services, request);
    return reply.redirect((await askToLinkTelegram(services, userOf(request))) ?? '/profile');
  });

  app.post(
    '/api/user/telegram-disconnect',
    { config, schema: { response: { 200: Done } } },
    async (request) => {
      await unlinkTelegram(services, userOf(request));
      return { result: true as const };
    },
  );

  app.get('/api/user/telegram-disconnect', { config }, async (request, reply) => {
    expectLinkFromHere(services, request);
    await unlinkTelegram(services, userOf(request));
    return reply.redirect('/profile');
  });
};
