import type { IncomingHttpHeaders } from 'node:http';
import { isLocale, LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';

/**
 * The language in which the caller wants statements: the one asked for, else the browser's first choice
 * among ours, else the first of `LOCALES`.
 */
export function requestLocale(asked: string | undefined, headers: IncomingHttpHeaders): Locale {
  if (isLocale(asked)) return asked;
  const accepted = headers['accept-language'];
  if (accepted === undefined) return LOCALES[0];
  const ours = acceptedLanguages(accepted).map(localeOfLanguage);
  return ours.find((locale) => locale !== undefined) ?? LOCALES[0];
}

/** `en-GB` and `en` mean en-us: a locale of the same language. */
function localeOfLanguage(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return LOCALES.find((locale) => locale.startsWith(`${language}-`));
}

/** Language tags of an Accept-Language header, the most wanted first. */
function acceptedLanguages(header: string): string[] {
  const choices = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return choices
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
