import type { Locale } from '@balloon/domain/statement-locale.ts';

/** What the bot says. */
export const BOT_TEXTS: Record<
  Locale,
  {
    help: string;
    linked: (name: string, username: string) => string;
    linkedToOther: (username: string) => string;
    unknownKey: string;
    me: (name: string, username: string) => string;
    notLinked: string;
    unlinked: (username: string) => string;
  }
> = {
  'ru-ru': {
    help: 'Сюда приходят уведомления с сайта контестов. Привязать учётную запись можно в профиле на сайте.\n/me — кто привязан\n/disconnect — отвязать\nОтветы здесь никто не читает: пишите на сайте.',
    linked: (name, username) =>
      `${name}, готово: уведомления учётной записи ${username} будут приходить сюда. Это не вы? Отправьте /disconnect.`,
    linkedToOther: (username) =>
      `Сюда уже приходят уведомления учётной записи ${username}. Сначала отвяжите её: /disconnect.`,
    unknownKey: 'Эта ссылка уже использована или устарела. Откройте новую из профиля на сайте.',
    me: (name, username) => `Привязана учётная запись ${username} (${name}).`,
    notLinked: 'Учётная запись не привязана. Это можно сделать в профиле на сайте.',
    unlinked: (username) => `Учётная запись ${username} отвязана, уведомлений больше не будет.`,
  },
  'en-us': {
    help: 'Notices of the contest site arrive here. Link your account in your profile on the site.\n/me – who is linked\n/disconnect – unlink\nNobody reads replies here: write on the site.',
    linked: (name, username) =>
      `${name}, it is done: notices of the account ${username} will arrive here. Not you? Send /disconnect.`,
    linkedToOther: (username) =>
      `Notices of the account ${username} arrive here already. Unlink it first: /disconnect.`,
    unknownKey: 'This link was used or is too old. Open a new one from your profile on the site.',
    me: (name, username) => `The account ${username} (${name}) is linked.`,
    notLinked: 'No account is linked. You can do that in your profile on the site.',
    unlinked: (username) => `The account ${username} is unlinked. No more notices will come.`,
  },
};

/** The language of a Telegram client, as ours. */
export const botLocale = (languageCode: string | undefined): Locale =>
  /^(ru|be|uk|kk|ky)\b/.test(languageCode ?? '') ? 'ru-ru' : 'en-us';
