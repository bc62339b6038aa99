import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { editorialQuery } from '#features/problems/editorial/editorial.data.ts';
import classes from '#features/problems/editorial/editorial.module.css';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import statementClasses from '#features/problems/statement/statement.module.css';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale } from '#shared/text/i18n.ts';

/** How a problem is solved, closed at first: who still thinks about it is not told. Absent while there is none. */
export function Editorial({ problemId }: { problemId: number }) {
  const { t } = useTranslation();
  const me = useMe();
  const { data } = useQuery(editorialQuery(problemId, useLocale()));
  const editorial = data?.editorial;
  if (!editorial) return null;
  return (
    <details className={classes.editorial}>
      <summary className={classes.name}>{t('problem.editorial')}</summary>
      {me.isSupervisor && <p className={classes.hint}>{t('problem.editorialHint')}</p>}
      <div className={statementClasses.statement} lang={editorial.locale.slice(0, 2)}>
        <div className={statementClasses.text}>
          <OwnMarkdown text={editorial.text} />
        </div>
      </div>
    </details>
  );
}
