import type { Problem } from '@balloon/contracts/problems.ts';
import { useTranslation } from 'react-i18next';
import { ForeignHtml } from '#features/problems/foreign-html.tsx';
import { OwnMarkdown } from '#features/problems/markdown.tsx';
import { Samples } from '#features/problems/samples.tsx';
import classes from '#features/problems/statement.module.css';
import { StatementFiles } from '#features/problems/statement-files.tsx';
import { LOCALE_NAMES, useLocale } from '#shared/i18n.ts';

/**
 * A statement in its order: files (if placed on top), the original HTML (unless our own text
 * replaces it), our own Markdown, samples, files (if placed below).
 */
export function Statement({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { config, files = [], content } = problem.attachments;
  const isFilesOnTop = config?.files_location === 'top';
  const ownText = content?.text?.trim() ?? '';
  const isOtherLanguage = problem.locale !== null && problem.locale !== locale;
  return (
    <div className={classes.statement} lang={problem.locale?.slice(0, 2)}>
      {isOtherLanguage && problem.locale !== null && (
        <p className={classes.note} lang={locale.slice(0, 2)}>
          {t('statement.otherLanguage', { language: LOCALE_NAMES[problem.locale] })}
        </p>
      )}
      {isFilesOnTop && <StatementFiles files={files} />}
      <div className={classes.text}>
        {config?.replaced !== true && problem.htmlStatement !== '' && (
          <ForeignHtml html={problem.htmlStatement} />
        )}
        {ownText !== '' && <OwnMarkdown text={ownText} />}
      </div>
      <Samples samples={problem.samples} />
      {!isFilesOnTop && <StatementFiles files={files} />}
    </div>
  );
}
