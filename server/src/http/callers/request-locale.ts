import type { IncomingHttpHeaders } from 'node:http';
import { isLocale, LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { LRUCache } from 'lru-cache';

/**
 * The language in which the caller wants statements: the one asked for, else the browser's first choice
 * among ours, else the first of `LOCALES`.
 */
export function requestLocale(asked: string | undefined, headers: IncomingHttpHeaders): Locale {
  if (isLocale(asked)) return asked;
  const accepted = headers['accept-language'];
  if (accepted === undefined) return LOCALES[0];
  const found = known.get(accepted);
  if (found !== undefined) return found;
  const locale = acceptedLocale(accepted);
  if (accepted.length <= MAX_KNOWN_LENGTH) known.set(accepted, locale);
  return locale;
}

/** Locales by header: people with the same settings send the same one with each request. */
const known = new LRUCache<string, Locale>({ max: 500 });
/** Length of a header beyond which it is none that browsers send. */
const MAX_KNOWN_LENGTH = 100;

function acceptedLocale(header: string): Locale {
  const ours = acceptedLanguages(header).map(localeOfLanguage);
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
