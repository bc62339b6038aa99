import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { composeLetter, type LetterText } from '#mail/letter-page.ts';

/** A letter ready to be sent. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** Recipient of a letter, and the site it is about. */
export interface Recipient {
  /** Full name, for the salutation. */
  name: string;
  username: string;
  locale: Locale;
}

/** Letter with a link to the form for a new password. */
export function resetLetter({ name, username, locale }: Recipient, url: string): Letter {
  const texts: Record<Locale, LetterText> = {
    'ru-ru': {
      subject: 'Новый пароль',
      paragraphs: [
        `Здравствуйте, ${name}!`,
        `Для учётной записи ${username} попросили новый пароль. Ссылка действует один час и один раз.`,
      ],
      button: { text: 'Задать новый пароль', url },
      closing: 'Если это были не вы, ничего делать не нужно: пароль остался прежним.',
    },
    'en-us': {
      subject: 'A new password',
      paragraphs: [
        `Hello ${name},`,
        `Somebody asked for a new password of the account ${username}. The link works for one hour and once.`,
      ],
      button: { text: 'Choose a new password', url },
      closing: 'If it was not you, there is nothing to do: the password has not changed.',
    },
  };
  return composeLetter(texts[locale]);
}

/** Letter that asks to confirm an address. Contains no name, since anybody may enter any address and name. */
export function confirmLetter({ username, locale }: Omit<Recipient, 'name'>, url: string): Letter {
  const texts: Record<Locale, LetterText> = {
    'ru-ru': {
      subject: 'Подтвердите адрес почты',
      paragraphs: [
        'Здравствуйте!',
        `Этот адрес указали в учётной записи ${username}. Подтвердите его: после этого по нему можно входить и восстанавливать пароль. Ссылка действует сутки и один раз.`,
      ],
      button: { text: 'Подтвердить адрес', url },
      closing: 'Если это были не вы, ничего делать не нужно: без подтверждения адрес не привязывается.',
    },
    'en-us': {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Hello,',
        `This address was given for the account ${username}. Confirm it, and you can sign in and get a new password with it. The link works for one day and once.`,
      ],
      button: { text: 'Confirm the address', url },
      closing: 'If it was not you, there is nothing to do: without this the address is not linked.',
    },
  };
  return composeLetter(texts[locale]);
}

/** Letter to the owner of an address that another person entered; the caller learns nothing of it. */
export function takenLetter({ name, username, locale }: Recipient): Letter {
  const texts: Record<Locale, LetterText> = {
    'ru-ru': {
      subject: 'Адрес уже привязан',
      paragraphs: [
        `Здравствуйте, ${name}!`,
        `Этот адрес попросили привязать к ещё одной учётной записи, но он уже привязан к вашей: ${username}. Мы ничего не изменили.`,
      ],
      closing: 'Если это были вы, войдите под этим логином; если нет, ничего делать не нужно.',
    },
    'en-us': {
      subject: 'The address is linked already',
      paragraphs: [
        `Hello ${name},`,
        `Somebody asked to link this address to one more account, but it belongs to yours already: ${username}. We changed nothing.`,
      ],
      closing: 'If it was you, sign in with that username; if it was not, there is nothing to do.',
    },
  };
  return composeLetter(texts[locale]);
}

/** Letter after a change of the password. */
export function passwordChangedLetter({ name, username, locale }: Recipient): Letter {
  const texts: Record<Locale, LetterText> = {
    'ru-ru': {
      subject: 'Пароль изменён',
      paragraphs: [
        `Здравствуйте, ${name}!`,
        `Пароль учётной записи ${username} изменён, остальные сеансы завершены.`,
      ],
      closing: 'Если это были не вы, сразу попросите новый пароль на странице входа.',
    },
    'en-us': {
      subject: 'The password was changed',
      paragraphs: [
        `Hello ${name},`,
        `The password of the account ${username} was changed, and its other sessions were ended.`,
      ],
      closing: 'If it was not you, ask for a new password on the sign-in page at once.',
    },
  };
  return composeLetter(texts[locale]);
}

/** Letter to the former address after a change of address. */
export function emailChangedLetter({ name, username, locale }: Recipient): Letter {
  const texts: Record<Locale, LetterText> = {
    'ru-ru': {
      subject: 'Почта отвязана',
      paragraphs: [
        `Здравствуйте, ${name}!`,
        `К учётной записи ${username} привязали другой адрес. Этот адрес ей больше не принадлежит.`,
      ],
      closing: 'Если это были не вы, обратитесь к администратору сайта.',
    },
    'en-us': {
      subject: 'The address was unlinked',
      paragraphs: [
        `Hello ${name},`,
        `Another address was linked to the account ${username}. This one does not belong to it any more.`,
      ],
      closing: 'If it was not you, tell the administrator of the site.',
    },
  };
  return composeLetter(texts[locale]);
}

/** Letter by which an admin checks that mail of the site arrives. */
export function testLetter(siteName: string, locale: Locale): Letter {
  const texts: Record<Locale, LetterText> = {
    'ru-ru': {
      subject: `Проверка почты: ${siteName}`,
      paragraphs: ['Здравствуйте!', `Почта сайта ${siteName} доходит.`],
      closing: 'Это письмо отправил администратор со страницы сервера.',
    },
    'en-us': {
      subject: `Test of mail: ${siteName}`,
      paragraphs: ['Hello,', `Mail of the site ${siteName} arrives.`],
      closing: 'An admin sent this letter from the server screen.',
    },
  };
  return composeLetter(texts[locale]);
}
