import { Bot, type Context } from 'grammy';
import type { Services } from '#services.ts';
import { BOT_TEXTS, botLocale } from '#telegram/bot-texts.ts';
import { linkByKey } from '#telegram/link-telegram.ts';
import { deleteTelegramAccount, findLinkedPerson } from '#telegram/telegram.queries.ts';
import { reasonOf, type Telegram } from '#telegram/telegram.ts';

/** Longer than a long poll of 30 s. */
const CALL_WITHIN_SEC = 45;

/** A bot that answers people in private, and is silent in groups. */
export function createBot({ db, log }: Services, { token, apiRoot }: Telegram): Bot {
  const bot = new Bot(token, { client: { apiRoot, timeoutSeconds: CALL_WITHIN_SEC } });
  const person = bot.chatType('private');

  person.command('start', async (ctx) => {
    const texts = textsFor(ctx);
    if (ctx.match === '') return void (await ctx.reply(texts.help));
    const username = ctx.from.username ?? null;
    const result = await linkByKey(db, ctx.match, { telegramId: ctx.from.id, username });
    if (result.outcome === 'unknownKey') await ctx.reply(texts.unknownKey);
    else if (result.outcome === 'linkedToOther') await ctx.reply(texts.linkedToOther(result.person.username));
    else await ctx.reply(texts.linked(nameOf(result.person), result.person.username));
  });

  person.command('me', async (ctx) => {
    const linked = await findLinkedPerson(db, ctx.from.id);
    const texts = textsFor(ctx);
    await ctx.reply(linked ? texts.me(nameOf(linked), linked.username) : texts.notLinked);
  });

  person.command('disconnect', async (ctx) => {
    const linked = await findLinkedPerson(db, ctx.from.id);
    if (linked) await deleteTelegramAccount(db, linked.id);
    const texts = textsFor(ctx);
    await ctx.reply(linked ? texts.unlinked(linked.username) : texts.notLinked);
  });

  person.on('message', async (ctx) => void (await ctx.reply(textsFor(ctx).help)));

  bot.catch(({ error }) =>
    log.error({ reason: reasonOf(error) }, 'the Telegram bot did not answer somebody'),
  );
  return bot;
}

const textsFor = ({ from }: Context) => BOT_TEXTS[botLocale(from?.language_code)];

const nameOf = ({ firstName, lastName, username }: Record<'firstName' | 'lastName' | 'username', string>) =>
  `${firstName} ${lastName}`.trim() || username;
