import { LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { useTranslation } from 'react-i18next';
import { isTestMode } from '#shared/api/browser/test-mode.ts';
import { SITE } from '#shared/look/site.ts';
import { changeLocale, LOCALE_NAMES, useLocale } from '#shared/text/i18n.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';
import classes from '#shell/footer.module.css';

/** The product's name, the language of the interface, and whether the tab is in test mode. */
export function Footer() {
  const { t } = useTranslation();
  const current = useLocale();
  const choose = (locale: Locale) => changeLocale(locale).catch(showError);
  return (
    <footer className={classes.footer}>
      <span>{SITE.name}</span>
      {isTestMode() && (
        <span className={classes.testMode}>
          {t('footer.testMode')} · <a href="?test=0">{t('footer.leaveTestMode')}</a>
        </span>
      )}
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
