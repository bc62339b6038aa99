import { isLocale, type Locale } from '@balloon/domain/text/statement-locale.ts';
import i18next from 'i18next';
import { useEffect } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { readStoredText, writeStoredText } from '#shared/api/browser/storage.ts';
import { get } from '#shared/api/calls/api.ts';
import { failureTitleKey } from '#shared/api/calls/api-error.ts';
import { SITE } from '#shared/look/site.ts';
import { readFirstTexts } from '#shared/text/first-texts.ts';
import { placeholders } from '#shared/text/placeholders.ts';
import { sayScreenName } from '#shared/text/screen-name.ts';
import { useTitleCount } from '#shared/text/title-count.ts';

/** Key shared with older clients: plain text, never prefixed. */
const STORAGE_KEY = 'i18n_locale';

/** Languages of the interface, each named in itself. */
export const LOCALE_NAMES: Record<Locale, string> = { 'ru-ru': 'Русский', 'en-us': 'English' };

/** Texts of the admin area, a file of their own: participants never load them. */
export type TextPart = 'admin';
const loadedParts = new Set<TextPart>();
/** Resolves when the language is known: loaders of the first address may run before. */
const started = Promise.withResolvers<void>();
export const textsReady: Promise<void> = started.promise;

/**
 * Loads the texts of the chosen language; call once, before the first draw.
 *
 * @param onTrouble called when that takes long
 */
export async function startI18n(onTrouble: () => void): Promise<void> {
  const locale = initialLocale();
  const translation = await readFirstTexts(() => loadTexts(locale), onTrouble);
  await i18next
    .use(initReactI18next)
    .use(placeholders)
    .init({
      lng: locale,
      fallbackLng: false,
      lowerCaseLng: true,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
      resources: { [locale]: { translation } },
    });
  showLanguage(locale);
  started.resolve();
}

/** Number of the latest choice: the texts of an earlier one may arrive after it. */
let choices = 0;

/** Switches the interface at once and remembers the choice; the latest one counts. @throws {ApiError} when the texts don't load */
export async function changeLocale(locale: Locale): Promise<void> {
  choices += 1;
  const choice = choices;
  if (!i18next.hasResourceBundle(locale, 'translation')) {
    i18next.addResourceBundle(locale, 'translation', await loadTexts(locale));
  }
  for (const part of loadedParts) await addPart(part, locale);
  if (choice !== choices) return;
  await i18next.changeLanguage(locale);
  writeStoredText(STORAGE_KEY, locale);
  showLanguage(locale);
}

/** Adds the texts of a part of the product; its screens wait for them. @throws {ApiError} when they don't load */
export async function needTexts(part: TextPart): Promise<void> {
  await started.promise;
  if (loadedParts.has(part)) return;
  let locale: Locale;
  do {
    locale = currentLocale();
    await addPart(part, locale);
  } while (locale !== currentLocale()); // chosen meanwhile
  loadedParts.add(part);
}

async function addPart(part: TextPart, locale: Locale): Promise<void> {
  const texts = await get<Record<string, string>>(`/js/locales/${part}/${locale}.json`);
  i18next.addResourceBundle(locale, 'translation', texts, true);
}

export function currentLocale(): Locale {
  return isLocale(i18next.language) ? i18next.language : 'ru-ru';
}

/** The interface language; the component draws again when it changes. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : 'ru-ru';
}

function initialLocale(): Locale {
  const stored = readStoredText(STORAGE_KEY);
  if (isLocale(stored)) return stored;
  return navigator.languages.some((language) => /^(ru|be|uk|kk|ky)\b/.test(language)) ? 'ru-ru' : 'en-us';
}

function loadTexts(locale: Locale): Promise<Record<string, string>> {
  return get(`/js/locales/${locale}.json`);
}

function showLanguage(locale: Locale): void {
  document.documentElement.lang = locale.slice(0, 2);
}

/**
 * Sets the browser's title: the number of waiting messages, the screen, then the product.
 *
 * @param title undefined while what names the screen is not known
 * @param error why it is not, which names the screen then
 */
export function usePageTitle(title: string | undefined, error: unknown = null): void {
  const { t } = useTranslation();
  const waiting = useTitleCount();
  const screen = title || (error ? t(failureTitleKey(error)) : '');
  useEffect(() => {
    const name = screen ? `${screen} • ${SITE.name}` : SITE.name;
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [screen, waiting]);
  useEffect(() => {
    if (screen) sayScreenName(screen);
  }, [screen]);
}
