import type { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconFilePlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LastSolution } from '#features/contest-problems/last-solution.tsx';
import { ProblemNotice } from '#features/contest-problems/problem-notice.tsx';
import { problemLanguagesQuery } from '#features/problems/problems.data.ts';
import { EditorMenu } from '#features/send/editor-menu.tsx';
import { FileDropArea, FilePick } from '#features/send/file-drop.tsx';
import { KeptDraftsNote } from '#features/send/kept-drafts-note.tsx';
import classes from '#features/send/send.module.css';
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
import { useMe } from '#shared/api/queries/session.ts';
import { useEditorPreferences } from '#shared/code/editor-preferences.ts';
import { ON_PHONE } from '#shared/look/breakpoints.ts';
import { Choice } from '#shared/ui/floating/choice.tsx';
import { Tip } from '#shared/ui/floating/tip.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface SendFormProps {
  contestId: number;
  problem: ListedContestProblem;
  problems: readonly ListedContestProblem[];
  onChooseProblem: (letter: string) => void;
}

/** Comes for drafts of several files only: nearly all have one. */
const FileTabs = lazy(async () => ({ default: (await import('#features/send/file-tabs.tsx')).FileTabs }));

/** Form for a solution: problem, language, source, and buttons that name their action. */
export function SendForm({ contestId, problem, problems, onChooseProblem }: SendFormProps) {
  const { t } = useTranslation();
  const letter = problem.internalSymbolIndex;
  const languages = useQuery(problemLanguagesQuery(contestId, letter));
  const { usable, language, chooseLanguage } = useChosenLanguage(problem, languages.data ?? []);
  const draft = useDraft(contestId, letter);
  const { send, isSending, triesAgain, busySec } = useSending({ contestId, problem, language, draft });
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
  useSendKeys({ send, tryOut });

  const takeFiles = useTakingFiles({ draft, usable, language, chooseLanguage });
  function changeLanguage(id: number) {
    // A file where a program in Python starts is none where one in C++ does.
    if (draft.several?.entryPoint) draft.setFiles({ ...draft.several, entryPoint: null });
    chooseLanguage(id);
  }
  const editor = (
    <SourceField
      key={draft.several?.open}
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
      <div className={classes.choices}>
        <Choice
          className={classes.problem ?? ''}
          aria-label={t('send.problem')}
          data={problems.map(({ internalSymbolIndex, title }) => ({
            value: internalSymbolIndex,
            label: `${internalSymbolIndex}. ${title}`,
          }))}
          value={letter}
          onChange={onChooseProblem}
        />
        <Choice
          className={classes.language ?? ''}
          aria-label={t('send.language')}
          placeholder={t(languages.data ? 'send.noLanguages' : 'progress.label')}
          data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={language ? String(language.id) : null}
          onChange={(value) => changeLanguage(Number(value))}
        />
        <FilePick onFiles={(files) => void takeFiles(files)} />
        {language?.takesFiles && !hasTabs && (
          <Tip label={t('send.files.add')}>
            <ActionIcon
              variant="default"
              className={classes.preferences ?? ''}
              aria-label={t('send.files.add')}
              onClick={() => setAdding(true)}
            >
              <IconFilePlus size={20} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
        <EditorMenu preferences={preferences} onChange={changePreferences} />
      </div>
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
          loading={isSending}
          onClick={send}
        >
          {t('send.button', { letter, language: language?.name ?? '' })}
        </Button>
        <TrialButton trials={trials} onStart={tryOut} />
        <p className={classes.hint} role="status">
          {hintText({ triesAgain, busySec, isEmpty, isTooLarge, isOneFile, language }, t)}
          {language?.version && !isEmpty && !triesAgain && (
            <span className={classes.version}>{language.version}</span>
          )}
          {language?.command && !isEmpty && !triesAgain && (
            <code className={classes.version}>{language.command}</code>
          )}
        </p>
      </div>
      {keepsDrafts && <KeptDraftsNote />}
      {!isWide && <LastSolution contestId={contestId} problemId={problem.id} />}
      <TrialPanel trials={trials} letter={letter} ref={panel} />
    </section>
  );
}

function hintText(
  state: {
    triesAgain: boolean;
    busySec: number | null;
    isEmpty: boolean;
    isTooLarge: boolean;
    isOneFile: boolean;
    language: Language | undefined;
  },
  t: TFunction,
): string {
  if (state.busySec !== null) return t('send.busy', { seconds: state.busySec });
  if (state.triesAgain) return t('send.triesAgain');
  if (state.isTooLarge) return t('send.tooLarge');
  if (state.isOneFile) return t('errors.ONE_FILE_LANGUAGE', { language: state.language?.name });
  if (state.language?.hasJudge === false) return t('send.noJudge', { language: state.language.name });
  return state.isEmpty ? t('send.writeOrDrop') : t('send.shortcut');
}
