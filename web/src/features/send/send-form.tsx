import type { Language, ListedContestProblem } from '@balloon/contracts/problems.ts';
import { Button, Select, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { problemLanguagesQuery } from '#features/problems/problems.data.ts';
import { type DroppedSource, FileDropArea, FilePick } from '#features/send/file-drop.tsx';
import { isTooLarge, useSendSolution } from '#features/send/send.data.ts';
import classes from '#features/send/send.module.css';
import { useDraft } from '#features/send/use-draft.ts';
import { useChosenLanguage } from '#features/send/use-send-choices.ts';
import { ErrorState } from '#shared/states.tsx';
import { newIdempotencyKey } from '#shared/sure-sending.ts';
import { showNotice } from '#shared/toasts.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('#features/send/code-editor.tsx')).CodeEditor,
}));

/** All that header, choices, button and footer leave of the window. */
const EDITOR_HEIGHT = 'max(300px, calc(100dvh - 330px))';

export interface SendFormProps {
  contestId: number;
  problem: ListedContestProblem;
  problems: readonly ListedContestProblem[];
  onChooseProblem: (letter: string) => void;
}

/** Problem, language, source, and the button that says what it will do. */
export function SendForm({ contestId, problem, problems, onChooseProblem }: SendFormProps) {
  const { t } = useTranslation();
  const letter = problem.internalSymbolIndex;
  const languages = useQuery(problemLanguagesQuery(contestId, letter));
  const { usable, language, chooseLanguage } = useChosenLanguage(problem.systemType, languages.data ?? []);
  const draft = useDraft(contestId, letter);
  const { send, isSending, triesAgain } = useSending({ contestId, letter, language, draft });
  const isEmpty = draft.text.trim() === '';

  function takeFile({ text, extension }: DroppedSource) {
    draft.change(text);
    const meant = usable.find(({ extensions }) => extensions.includes(extension));
    if (meant && !(language && mayHold(language, meant, extension))) chooseLanguage(meant.id);
  }
  if (languages.error && !languages.data) {
    return <ErrorState error={languages.error} onRetry={() => void languages.refetch()} />;
  }
  return (
    <section className={classes.form} aria-label={t('send.title')}>
      <div className={classes.choices}>
        <Select
          className={classes.problem ?? ''}
          aria-label={t('send.problem')}
          data={problems.map(({ internalSymbolIndex, title }) => ({
            value: internalSymbolIndex,
            label: `${internalSymbolIndex}. ${title}`,
          }))}
          value={letter}
          onChange={(value) => value && onChooseProblem(value)}
          allowDeselect={false}
        />
        <Select
          className={classes.language ?? ''}
          aria-label={t('send.language')}
          placeholder={t('send.noLanguages')}
          data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={language ? String(language.id) : null}
          onChange={(value) => value && chooseLanguage(Number(value))}
          allowDeselect={false}
        />
        <FilePick onSource={takeFile} />
      </div>
      <FileDropArea onSource={takeFile}>
        <Suspense fallback={<Skeleton height={360} />}>
          <CodeEditor
            value={draft.text}
            family={language?.languageFamily ?? 'c_cpp'}
            label={t('send.editor')}
            autoFocus
            minHeight={EDITOR_HEIGHT}
            maxHeight={EDITOR_HEIGHT}
            onChange={draft.change}
          />
        </Suspense>
      </FileDropArea>
      <div className={classes.actions}>
        <Button
          size="lg"
          leftSection={<IconSend size={20} aria-hidden />}
          disabled={isEmpty || !language || isTooLarge(draft.text)}
          loading={isSending}
          onClick={send}
        >
          {t('send.button', { letter, language: language?.name ?? '' })}
        </Button>
        <p className={classes.hint} role="status">
          {hintKey({ triesAgain, isEmpty, isTooLarge: isTooLarge(draft.text) }, t)}
          {language?.version && !isEmpty && !triesAgain && (
            <span className={classes.version}>{language.version}</span>
          )}
        </p>
      </div>
    </section>
  );
}

function hintKey(
  state: { triesAgain: boolean; isEmpty: boolean; isTooLarge: boolean },
  t: (key: string) => string,
): string {
  if (state.triesAgain) return t('send.triesAgain');
  if (state.isTooLarge) return t('send.tooLarge');
  return state.isEmpty ? t('send.writeOrDrop') : t('send.shortcut');
}

/** A file's ending moves nobody from C++23 to C++20, but from C, which is of the same family, it does. */
function mayHold(chosen: Language, meant: Language, extension: string): boolean {
  if (chosen.extensions.length > 0) return chosen.extensions.includes(extension);
  return chosen.languageFamily === meant.languageFamily;
}

interface Sending {
  contestId: number;
  letter: string;
  language: Language | undefined;
  draft: ReturnType<typeof useDraft>;
}

/** Sends once per press; Ctrl or Cmd with Enter presses too. Then on to the person's submissions. */
function useSending({ contestId, letter, language, draft }: Sending) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sending = useSendSolution();
  const key = useRef({ text: '', key: '' });

  function send() {
    if (!language || sending.isPending || draft.text.trim() === '' || isTooLarge(draft.text)) return;
    const body = { contestId, symbolIndex: letter, languageId: language.id, solution: draft.text };
    // Pressing again after a failure is the same sending; another text is another one.
    const sameSending = JSON.stringify(body);
    if (key.current.text !== sameSending) key.current = { text: sameSending, key: newIdempotencyKey() };
    sending.mutate(
      { ...body, idempotencyKey: key.current.key },
      {
        onSuccess: ({ receipt }) => {
          draft.clear();
          showNotice(t('send.done', { id: receipt.id }));
          void navigate(`/contest/${contestId}/solutions/my`);
        },
      },
    );
  }
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    send();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onShortcut(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
  return { send, isSending: sending.isPending, triesAgain: sending.isPending && sending.failureCount > 0 };
}
