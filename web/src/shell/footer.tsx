import { LOCALES, type Locale } from '@balloon/domain/statement-locale.ts';
import { useTranslation } from 'react-i18next';
import { changeLocale, LOCALE_NAMES, useLocale } from '#shared/i18n.ts';
import { SITE } from '#shared/site.ts';
import { showError } from '#shared/toasts.ts';
import classes from '#shell/footer.module.css';

/** The product's name and the language of the interface. */
export function Footer() {
  const { t } = useTranslation();
  const current = useLocale();
  const choose = (locale: Locale) => changeLocale(locale).catch(showError);
  return (
    <footer className={classes.footer}>
      <span>{SITE.name}</span>
      <nav className={classes.languages} aria-label={t('footer.language')}>
        {LOCALES.map((locale) => (
          <button
            key={locale}
            type="button"
            lang={locale.slice(0, 2)}
            className={classes.language}
            aria-pressed={locale === current}
            onClick={() => choose(locale)}
          >
            {LOCALE_NAMES[locale]}
          </button>
        ))}
      </nav>
    </footer>
  );
}
