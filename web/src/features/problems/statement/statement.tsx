import type { Attachments, Problem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { StatementFiles } from '#features/problems/files/statement-files.tsx';
import { ForeignHtml } from '#features/problems/statement/foreign-html.tsx';
import { LanguageLimits } from '#features/problems/statement/language-limits.tsx';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import { PictureDialog } from '#features/problems/statement/lazy-picture-dialog.tsx';
import { PlainText } from '#features/problems/statement/plain-text.tsx';
import { Samples } from '#features/problems/statement/samples.tsx';
import classes from '#features/problems/statement/statement.module.css';
import { useZoomablePictures } from '#features/problems/statement/use-zoomable-pictures.ts';
import { LOCALE_NAMES, useLocale } from '#shared/text/i18n.ts';
import { Guarded } from '#shared/ui/states/guarded.tsx';

/**
 * A statement in its order: limits of languages that have others, files (if placed on top), the original HTML (unless
 * our own text replaces it), our own Markdown, samples, files (if placed below).
 */
export function Statement({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { config, files = [], content } = problem.attachments;
  const ownText = content?.text?.trim() ?? '';
  const html = config?.replaced === true ? '' : problem.htmlStatement;
  // Without text the files are the statement.
  const isAllFiles = html === '' && ownText === '';
  const isFilesOnTop = isAllFiles || config?.files_location === 'top';
  const areShown = config?.files_show_embed ?? isAllFiles;
  const zoom = useZoomablePictures();
  const isOtherLanguage = problem.locale !== null && problem.locale !== locale;
  return (
    <div className={classes.statement} lang={problem.locale?.slice(0, 2)}>
      {isOtherLanguage && problem.locale !== null && (
        <p className={classes.note} lang={locale.slice(0, 2)}>
          {t('statement.otherLanguage', { language: LOCALE_NAMES[problem.locale] })}
        </p>
      )}
      {problem.languageLimits && <LanguageLimits limits={problem.languageLimits} />}
      {isFilesOnTop && <StatementFiles files={files} areShown={areShown} />}
      {isAllFiles && files.length === 0 && <p className={classes.note}>{t('statement.none')}</p>}
      <div className={classes.text} {...zoom.around}>
        {html !== '' && (
          <Guarded of={html} fallback={<p className={classes.note}>{t('statement.broken')}</p>}>
            <ForeignHtml html={html} hasDollars={problem.systemType !== 'balloon'} />
          </Guarded>
        )}
        {ownText !== '' && (
          <Guarded of={ownText} fallback={<PlainText text={ownText} note={t('statement.asText')} />}>
            <OwnText text={ownText} config={config} />
          </Guarded>
        )}
      </div>
      <PictureDialog picture={zoom.picture} onClose={zoom.close} />
      <Samples samples={problem.samples} />
      {!isFilesOnTop && <StatementFiles files={files} areShown={areShown} />}
    </div>
  );
}

/** Text of this site in Markdown; other markup shows a notice, since it would be rendered wrong. */
function OwnText({ text, config }: { text: string; config: Attachments['config'] }) {
  const { t } = useTranslation();
  const markup = config?.markup ?? 'markdown';
  if (markup !== 'markdown') return <p className={classes.note}>{t('statement.markup', { markup })}</p>;
  return <OwnMarkdown text={text} />;
}
