import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { useTranslation } from 'react-i18next';
import type { DraftJudging } from '#features/problem-editor/editor-draft.ts';
import { CheckerForm } from '#features/problem-editor/judging/checker-form.tsx';
import { LanguageLimits } from '#features/problem-editor/judging/language-limits.tsx';
import { LimitFields } from '#features/problem-editor/judging/limit-fields.tsx';
import classes from '#features/problem-editor/problem-editor.module.css';

export interface JudgingTabProps {
  problem: EditedProblem;
  judging: DraftJudging;
  onChange: (change: (known: DraftJudging) => Partial<DraftJudging>) => void;
}

/** Limits, those of single languages, and the checker. */
export function JudgingTab({ problem, judging, onChange }: JudgingTabProps) {
  const { t } = useTranslation();
  const { timeLimitMs, memoryLimitKb, languageLimits, checker } = judging;
  const stored = problem.judging;
  return (
    <div className={classes.judging}>
      <section className={classes.part} aria-label={t('problemEditor.limits')}>
        <h2 className={classes.partTitle}>{t('problemEditor.limits')}</h2>
        <LimitFields limits={{ timeLimitMs, memoryLimitKb }} onChange={(part) => onChange(() => part)} />
        <LanguageLimits
          limits={{ timeLimitMs, memoryLimitKb }}
          byLanguage={languageLimits}
          onChange={(limits) => onChange(() => ({ languageLimits: limits }))}
        />
      </section>
      <section className={classes.part} aria-label={t('problemEditor.checker')}>
        <h2 className={classes.partTitle}>{t('problemEditor.checker')}</h2>
        {stored?.hasInteractor && <p className={classes.hint}>{t('problemEditor.interactive')}</p>}
        <CheckerForm
          problemId={problem.id}
          checker={checker}
          onChange={(change) => onChange((known) => ({ checker: change(known.checker) }))}
        />
      </section>
    </div>
  );
}
