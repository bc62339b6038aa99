import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LastSolution } from '#features/contest-problems/last-solution.tsx';
import { ProblemNotice } from '#features/contest-problems/problem-notice.tsx';
import { problemLanguagesQuery } from '#features/problems/problems.data.ts';
import { FileDropArea } from '#features/send/file-drop.tsx';
import { KeptDraftsNote } from '#features/send/kept-drafts-note.tsx';
import classes from '#features/send/send.module.css';
import { SendChoices } from '#features/send/send-choices.tsx';
import { SendHint } from '#features/send/send-hint.tsx';
import { SourceField } from '#features/send/source-field.tsx';
import { useIsWide } from '#features/send/statement-pane.tsx';
import { TrialButton } from '#features/send/trial/trial-button.tsx';
import { TrialPanel } from '#features/send/trial/trial-panel.tsx';
import { useTrialRuns } from '#features/send/trial/use-trial-runs.ts';
import { useDraft } from '#features/send/use-draft.ts';
import { useKeptDrafts } from '#features/send/use-kept-drafts.ts';
import { useChosenLanguage } from '#features/send/use-send-choices.ts';
import { useSendKeys } from '#features/send/use-send-keys.ts';
import { useSending } from '#features/send/use-sending.ts';
import { useTakingFiles } from '#features/send/use-taking-files.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useEditorPreferences } from '#shared/code/editor-preferences.ts';
import { ON_PHONE } from '#shared/look/breakpoints.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface SendFormProps {
  contestId: number;
  problem: ListedContestProblem;
  problems: readonly ListedContestProblem[];
  onChooseProblem: (letter: string) => void;
}

/** Comes for drafts of several files only: nearly all have one. */
const FileTabs = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/send/file-tabs.tsx'))).FileTabs,
}));

/** Form for a solution: problem, language, source, and buttons that name their action. */
export function SendForm({ contestId, problem, problems, onChooseProblem }: SendFormProps) {
  const { t } = useTranslation();
  const letter = problem.internalSymbolIndex;
  const languages = useQuery(problemLanguagesQuery(contestId, letter));
  const { usable, language, chooseLanguage } = useChosenLanguage(problem, languages.data ?? []);
  const draft = useDraft(contestId, letter);
  const sending = useSending({ contestId, problem, language, draft });
  const keepsDrafts = useKeptDrafts({ letter, draft, language });
  const trials = useTrialRuns({ contestId, letter, draft, language });
  const { preferences, change: changePreferences } = useEditorPreferences();
  const isWide = useIsWide();
  const panel = useRef<HTMLElement>(null);
  const [isAdding, setAdding] = useState(false);
  const { isEmpty, isTooLarge } = draft;
  const isOneFile = draft.several !== null && language?.takesFiles !== true;
  const me = useMe();
  const isClosed = problem.isClosed && !me.isSupervisor;

  function tryOut() {
    trials.start();
    // After opening: it may be below the window, on a phone nearly all of it.
    const block = matchMedia(ON_PHONE).matches ? 'start' : 'nearest';
    requestAnimationFrame(() => panel.current?.scrollIntoView({ block }));
  }
  useSendKeys({ send: sending.send, tryOut });

  const takeFiles = useTakingFiles({ draft, usable, language, chooseLanguage });
  function changeLanguage(id: number) {
    // A file where a program in Python starts is none where one in C++ does.
    if (draft.several?.entryPoint) draft.setFiles({ ...draft.several, entryPoint: null });
    chooseLanguage(id);
  }
  const editor = (
    <SourceField
      // Another problem has its own history of edits: undo never brings back the text of the former one.
      key={`${letter} ${draft.several?.open ?? ''}`}
      value={draft.text}
      family={language?.languageFamily ?? 'c_cpp'}
      label={t('send.editor')}
      preferences={preferences}
      onChange={draft.change}
    />
  );
  const hasTabs = language !== undefined && (draft.several !== null || isAdding);
  if (languages.error && !languages.data) {
    return <ErrorState error={languages.error} onRetry={() => void languages.refetch()} />;
  }
  return (
    <section
      className={classes.form}
      aria-label={t('send.title')}
      data-several={hasTabs}
      data-trying={trials.isOpen && trials.offer?.obstacle === null}
    >
      <SendChoices
        {...{ letter, problems, onChooseProblem, language }}
        usable={languages.data && usable}
        onChooseLanguage={changeLanguage}
        onFiles={(files) => void takeFiles(files)}
        onAddFile={language?.takesFiles && !hasTabs ? () => setAdding(true) : null}
        editor={{ preferences, onChange: changePreferences }}
      />
      <ProblemNotice problem={problem} />
      <FileDropArea onFiles={(files) => void takeFiles(files)}>
        {hasTabs ? (
          <Suspense fallback={<Skeleton height="var(--editor-height)" />}>
            <FileTabs draft={draft} language={language} isAdding={isAdding} onNamed={() => setAdding(false)}>
              {editor}
            </FileTabs>
          </Suspense>
        ) : (
          editor
        )}
      </FileDropArea>
      <div className={classes.actions}>
        <Button
          size="lg"
          leftSection={<IconSend size={20} aria-hidden />}
          disabled={isEmpty || !language || isTooLarge || isOneFile || isClosed}
          loading={sending.isSending}
          onClick={sending.send}
        >
          {t('send.button', { letter, language: language?.name ?? '' })}
        </Button>
        <TrialButton trials={trials} onStart={tryOut} />
        <SendHint {...{ sending, draft, isOneFile, language }} />
      </div>
      {keepsDrafts && <KeptDraftsNote />}
      {!isWide && <LastSolution contestId={contestId} problemId={problem.id} />}
      <TrialPanel trials={trials} letter={letter} ref={panel} />
    </section>
  );
}
