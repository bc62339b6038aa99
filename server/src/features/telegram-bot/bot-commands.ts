import { Bot, type Context, type Transformer } from 'grammy';
import { type AnswerOutcome, answerByTelegram } from '#features/chat/answer-by-telegram.ts';
import { BOT_TEXTS, type BotTexts, botLocale } from '#features/telegram-bot/bot-texts.ts';
import type { Services } from '#services.ts';
import { linkByKey } from '#telegram/link-telegram.ts';
import { deleteTelegramAccount, findLinkedPerson } from '#telegram/telegram.queries.ts';
import { reasonOf, type Telegram } from '#telegram/telegram.ts';

/** Longer than a long poll of 30 s. */
const CALL_WITHIN_SEC = 45;
/** Longest pause in s that Telegram may ask for. */
const LONGEST_PAUSE_SEC = 60;

/** A bot that answers people in private, takes their answers to notices of the chat, and is silent in groups. */
export function createBot(services: Services, { token, botId, apiRoot }: Telegram): Bot {
  const { db, log } = services;
  const bot = new Bot(token, { client: { apiRoot, timeoutSeconds: CALL_WITHIN_SEC } });
  bot.api.config.use(boundPauses);
  const person = bot.chatType('private');
  /** Says what has happened. It stays done where Telegram is away or refuses: nobody is to do it again. */
  const tell = async (ctx: Context, text: string, asReply = false) => {
    const messageId = ctx.msgId;
    const quoted = asReply && messageId !== undefined;
    // Who has deleted their message meanwhile is told without a quote.
    const quote = quoted && {
      reply_parameters: { message_id: messageId, allow_sending_without_reply: true },
    };
    try {
      await ctx.reply(text, quote || {});
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'somebody was not told by Telegram what the bot did');
    }
  };

  person.command('start', async (ctx) => {
    const texts = textsFor(ctx);
    if (ctx.match === '') return tell(ctx, texts.help);
    const username = ctx.from.username ?? null;
    const result = await linkByKey(db, ctx.match, { telegramId: ctx.from.id, username });
    if (result.outcome === 'unknownKey') await tell(ctx, texts.unknownKey);
    else if (result.outcome === 'linkedToOther') await tell(ctx, texts.linkedToOther(result.person.username));
    else await tell(ctx, texts.linked(nameOf(result.person), result.person.username));
  });

  person.command('me', async (ctx) => {
    const linked = await findLinkedPerson(db, ctx.from.id);
    const texts = textsFor(ctx);
    await tell(ctx, linked ? texts.me(nameOf(linked), linked.username) : texts.notLinked);
  });

  person.command('disconnect', async (ctx) => {
    const linked = await findLinkedPerson(db, ctx.from.id);
    if (linked) await deleteTelegramAccount(db, linked.id);
    const texts = textsFor(ctx);
    await tell(ctx, linked ? texts.unlinked(linked.username) : texts.notLinked);
  });

  person.on('message', async (ctx) => {
    const { message_id: messageId, reply_to_message: notice, text } = ctx.message;
    const texts = textsFor(ctx);
    if (!notice) return tell(ctx, texts.help);
    if (text === undefined) return tell(ctx, texts.textOnly, true);
    const answer = { botId, telegramId: ctx.from.id, noticeId: notice.message_id, messageId, text };
    await tell(ctx, outcomeText(texts, await answerByTelegram(services, answer)), true);
  });

  bot.catch(async ({ error, ctx }) => {
    log.error({ reason: reasonOf(error) }, 'the Telegram bot failed somebody');
    await ctx.reply(textsFor(ctx).failed).catch(() => undefined); // Telegram itself may be away
  });
  return bot;
}

/**
 * Bounds the pause that an answer asks for. The library sleeps as long as it is told between two questions for messages, and
 * cannot be stopped meanwhile: the bot would be deaf for as long, and no other process, nor another token, could take its place.
 */
const boundPauses: Transformer = async (call, method, payload, signal) => {
  const answer = await call(method, payload, signal);
  if (answer.ok || answer.parameters?.retry_after === undefined) return answer;
  const retry_after = Math.min(answer.parameters.retry_after, LONGEST_PAUSE_SEC);
  return { ...answer, parameters: { ...answer.parameters, retry_after } };
};

const textsFor = ({ from }: Context) => BOT_TEXTS[botLocale(from?.language_code)];

function outcomeText(texts: BotTexts, answer: AnswerOutcome): string {
  switch (answer.outcome) {
    case 'sent':
      return texts.sent(answer.to);
    case 'tooLong':
      return texts.tooLong(answer.most);
    case 'tooMany':
      return texts.tooMany(answer.retryAfterSec);
    case 'unknownNotice':
      return texts.unknownNotice;
  }
}

const nameOf = ({ firstName, lastName, username }: Record<'firstName' | 'lastName' | 'username', string>) =>
  `${firstName} ${lastName}`.trim() || username;
