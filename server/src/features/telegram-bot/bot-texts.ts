import type { Locale } from '@balloon/domain/text/statement-locale.ts';

export interface BotTexts {
  help: string;
  linked: (name: string, username: string) => string;
  linkedToOther: (username: string) => string;
  unknownKey: string;
  me: (name: string, username: string) => string;
  notLinked: string;
  unlinked: (username: string) => string;
  /** The receipt of an answer to a notice. */
  sent: (to: string) => string;
  unknownNotice: string;
  textOnly: string;
  tooLong: (most: number) => string;
  tooMany: (retryAfterSec: number) => string;
  failed: string;
}

/** Texts of the bot. */
export const BOT_TEXTS: Record<Locale, BotTexts> = {
  'ru-ru': {
    help: 'Сюда приходят уведомления с сайта контестов. Привязать учётную запись можно в профиле на сайте.\n/me — кто привязан\n/disconnect — отвязать\nЧтобы ответить на сообщение 💬, ответьте прямо на уведомление о нём. Остальное здесь никто не читает.',
    linked: (name, username) =>
      `${name}, готово: уведомления учётной записи ${username} будут приходить сюда. Это не вы? Отправьте /disconnect.`,
    linkedToOther: (username) =>
      `Сюда уже приходят уведомления учётной записи ${username}. Сначала отвяжите её: /disconnect.`,
    unknownKey: 'Эта ссылка уже использована или устарела. Откройте новую из профиля на сайте.',
    me: (name, username) => `Привязана учётная запись ${username} (${name}).`,
    notLinked: 'Учётная запись не привязана. Это можно сделать в профиле на сайте.',
    unlinked: (username) => `Учётная запись ${username} отвязана, уведомлений больше не будет.`,
    sent: (to) => `✓ Отправлено, получатель: ${to}.`,
    unknownNotice:
      'Не знаю, к какой переписке это относится, поэтому ничего не отправлено. Ответьте на уведомление о сообщении (💬) или напишите на сайте.',
    textOnly: 'Отсюда можно отправить только текст. Ничего не отправлено.',
    tooLong: (most) => `Сообщение длиннее ${most} символов и не отправлено. Разделите его, пожалуйста.`,
    tooMany: (retryAfterSec) =>
      `Слишком много сообщений подряд: это не отправлено. Повторите через ${retryAfterSec} с.`,
    failed: 'Сейчас не получилось, ничего не отправлено. Попробуйте ещё раз чуть позже.',
  },
  'en-us': {
    help: 'Notices of the contest site arrive here. Link your account in your profile on the site.\n/me – who is linked\n/disconnect – unlink\nTo answer a message 💬, reply to its notice. Nobody reads anything else here.',
    linked: (name, username) =>
      `${name}, it is done: notices of the account ${username} will arrive here. Not you? Send /disconnect.`,
    linkedToOther: (username) =>
      `Notices of the account ${username} arrive here already. Unlink it first: /disconnect.`,
    unknownKey: 'This link was used or is too old. Open a new one from your profile on the site.',
    me: (name, username) => `The account ${username} (${name}) is linked.`,
    notLinked: 'No account is linked. You can do that in your profile on the site.',
    unlinked: (username) => `The account ${username} is unlinked. No more notices will come.`,
    sent: (to) => `✓ Sent to ${to}.`,
    unknownNotice:
      'I do not know which conversation this belongs to, so nothing was sent. Reply to the notice of a message (💬), or write on the site.',
    textOnly: 'Only text can be sent from here. Nothing was sent.',
    tooLong: (most) => `The message has more than ${most} characters and was not sent. Please split it.`,
    tooMany: (retryAfterSec) =>
      `Too many messages in a row: this one was not sent. Send it again in ${retryAfterSec} s.`,
    failed: 'This did not work now, nothing was sent. Please try again in a moment.',
  },
};

/** The language of a Telegram client, as ours. */
export const botLocale = (languageCode: string | undefined): Locale =>
  /^(ru|be|uk|kk|ky)\b/.test(languageCode ?? '') ? 'ru-ru' : 'en-us';
