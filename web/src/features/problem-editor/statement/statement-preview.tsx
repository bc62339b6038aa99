import type { EditedProblem, EditedStatement } from '@balloon/contracts/problems/problem-editor.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { previewQuery } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { Statement } from '#features/problems/statement/statement.tsx';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** Pause in typing after which the HTML is shown anew, in milliseconds: the server sanitises it. */
const PREVIEW_AFTER_MS = 400;

/** The statement as participants see it. */
export function StatementPreview({
  problem,
  statement,
}: {
  problem: EditedProblem;
  statement: EditedStatement;
}) {
  const { t } = useTranslation();
  const [html] = useDebouncedValue(statement.htmlStatement, PREVIEW_AFTER_MS);
  const shown = useDeferredValue(statement);
  const isStored = problem.statements.some(({ htmlStatement }) => htmlStatement === html);
  const { data, error } = useQuery({ ...previewQuery(problem.id, html), enabled: !isStored });
  const preview = isStored ? html : (data?.htmlStatement ?? '');
  return (
    <section className={classes.preview} aria-label={t('problemEditor.preview')}>
      <p className={classes.previewName}>{t('problemEditor.preview')}</p>
      <h2 className={classes.previewTitle}>{shown.title}</h2>
      {error && !isStored && (
        <p className={classes.hint} role="alert">
          {failureText(error)}
        </p>
      )}
      <Statement
        problem={{
          ...problem,
          ...shown,
          // A preview in the other language is wanted, so no note says that it is another one.
          locale: null,
          htmlStatement: preview,
          sourceUrl: undefined,
          samples: shown.samples ?? problem.sampleTests,
          timeLimitMs: null,
          memoryLimitKb: null,
          createdAt: '',
          updatedAt: '',
        }}
      />
    </section>
  );
}
