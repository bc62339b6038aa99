import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { MAX_VERSION_COMMENT } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { Button, Loader, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import { type Draft, type DraftChanges, saveOf } from '#features/problem-editor/editor-draft.ts';
import { CompilerComplaint } from '#features/problem-editor/judging/compiler-complaint.tsx';
import { useSaveProblem } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { failureText, showDone } from '#shared/ui/toasts/toasts.ts';

export interface SaveBarProps {
  problem: EditedProblem;
  draft: Draft;
  changes: DraftChanges | null;
  /** Told what is stored, and what the form held when that was sent: it may have been changed since. */
  onSaved: (saved: EditedProblem, sent: Draft) => void;
  onDiscard: () => void;
  onLoadNewest: () => void;
}

/** Says what the next version would change, and saves it; there only while something is changed. */
export function SaveBar({ problem, draft, changes, onSaved, onDiscard, onLoadNewest }: SaveBarProps) {
  const { t } = useTranslation();
  const [comment, setComment] = useState('');
  const save = useSaveProblem(problem.id, (saved, sent) => {
    showDone(t('problemEditor.saved', { number: saved.versionNumber }));
    onSaved(saved, sent);
  });
  useLeaveGuard(changes !== null);
  const meanwhile = staleFacts(save.error);
  const compilerOutput = outputOf(save.error);
  const compiling = useRef<AbortController | null>(null);
  const [isCompiling, setIsCompiling] = useState(false);
  useEffect(() => () => compiling.current?.abort(), []);
  const parts = useChangedParts(changes);
  if (!changes) return null;
  const fault = faultOf(changes);
  const send = (basedOn: number, force = false) => {
    compiling.current?.abort();
    compiling.current = new AbortController();
    const { signal } = compiling.current;
    setIsCompiling(false);
    const call = { ...saveOf(changes, basedOn, comment), force };
    save.mutate(
      { save: call, sent: draft, signal, onCompiling: setIsCompiling },
      {
        onSuccess: () => setComment((known) => (known === comment ? '' : known)), // the next one may have been begun
        onSettled: () => setIsCompiling(false),
      },
    );
  };
  async function discard() {
    const question = { title: t('problemEditor.discardQuestion'), text: t('problemEditor.discardText') };
    if (!(await confirm({ ...question, yes: t('problemEditor.discard'), isDestructive: true }))) return;
    compiling.current?.abort(); // or the save would follow the compilation
    save.reset();
    onDiscard();
  }
  return (
    <SavingForm
      isSaving={save.isPending && !isCompiling} // a compilation takes its time, and need not be waited for
      className={classes.saveBar}
      aria-label={t('problemEditor.saveBar')}
      onSubmit={(event) => {
        event.preventDefault();
        send(problem.versionNumber);
      }}
    >
      {meanwhile && (
        <StaleNotice
          facts={meanwhile}
          isSaving={save.isPending}
          onTake={() => {
            save.reset();
            onLoadNewest();
          }}
          onOverwrite={send}
        />
      )}
      {compilerOutput !== null && (
        <CompilerComplaint output={compilerOutput} onForce={() => send(problem.versionNumber, true)} />
      )}
      {isCompiling && (
        <div className={classes.bar} role="status">
          <Loader size="sm" aria-hidden />
          <span className={classes.grow}>{t('problemEditor.compilingChecker')}</span>
          <Button variant="default" onClick={() => send(problem.versionNumber, true)}>
            {t('problemEditor.saveUnchecked')}
          </Button>
        </div>
      )}
      {save.error && !meanwhile && compilerOutput === null && (
        <Notice tone="failure" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {failureText(save.error)}
        </Notice>
      )}
      <p className={classes.saveWhat} role="status">
        {fault ? t(fault) : t('problemEditor.changed', { parts: parts.join(', ') })}
      </p>
      <div className={classes.saveRow}>
        <TextInput
          className={classes.grow}
          aria-label={t('problemEditor.comment')}
          placeholder={t('problemEditor.comment')}
          value={comment}
          maxLength={MAX_VERSION_COMMENT}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => void discard()}>
          {t('problemEditor.discard')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={fault !== null}>
          {t('problemEditor.save', { number: problem.versionNumber + 1 })}
        </Button>
      </div>
    </SavingForm>
  );
}

/** What the compiler said of a checker, when that is why a save was refused. */
function outputOf(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.code !== 'CHECKER_DOES_NOT_COMPILE') return null;
  const { output } = error.facts;
  return typeof output === 'string' ? output : '';
}

/** Key of the text that says why a draft cannot be saved. */
function faultOf({ statements, judging }: DraftChanges): string | null {
  if (statements.some(({ title }) => title.trim() === '')) return 'problemEditor.fault.title';
  if (judging && judging.tests.length === 0) return 'problemEditor.fault.tests';
  if (judging?.checker.kind === 'program' && judging.checker.program.files.length === 0) {
    return 'problemEditor.fault.checker';
  }
  return null;
}

function useChangedParts(changes: DraftChanges | null): string[] {
  const { t } = useTranslation();
  if (!changes) return [];
  const { statements, judging, tags, editorials } = changes;
  const languages = statements.map(({ locale }) => t(`problemEditor.part.${locale ?? 'statement'}`));
  const others = Object.entries({ judging, tags, editorials }).filter(([, part]) => part !== null);
  return [...languages, ...others.map(([part]) => t(`problemEditor.part.${part}`))];
}
