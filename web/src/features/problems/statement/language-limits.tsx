import type { Problem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { useLimitsText } from '#features/problems/limits.tsx';
import classes from '#features/problems/statement/statement.module.css';

/** Languages whose limits differ from those of the problem. */
export function LanguageLimits({ limits }: { limits: NonNullable<Problem['languageLimits']> }) {
  const { t, i18n } = useTranslation();
  const limitsText = useLimitsText();
  return (
    <dl
      className={classes.languageLimits}
      aria-label={t('limits.byLanguage')}
      // The page's words, whatever the language of the statement.
      lang={i18n.language.slice(0, 2)}
    >
      {limits.map(({ name, ...own }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{limitsText(own)}</dd>
        </div>
      ))}
    </dl>
  );
}
