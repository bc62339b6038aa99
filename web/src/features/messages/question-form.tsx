import { MAX_QUESTION_LENGTH } from '@balloon/contracts/message-limits.ts';
import { Button } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSendMessage } from '#features/messages/changes.data.ts';
import { MarkdownField } from '#features/messages/markdown-field.tsx';
import classes from '#features/messages/messages.module.css';
import { ProblemChoice } from '#features/messages/problem-choice.tsx';
import { useMessageDraft } from '#features/messages/use-message-draft.ts';
import { showNotice } from '#shared/ui/toasts.ts';

/**
 * Form by which a participant asks the jury. The problem is in the address, so that a statement can link
 * here.
 */
export function QuestionForm({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const letter = params.get('problem')?.toUpperCase() ?? '';
  const [text, setText] = useMessageDraft(`question_${contestId}`);
  const { send, isSending } = useSendMessage(contestId);
  const canSend = text.trim() !== '' && !isSending;

  async function ask() {
    if (!canSend) return;
    await send({ text, symbolIndex: letter || null });
    setText('');
    showNotice(t('messages.asked'));
  }
  function choose(chosen: string) {
    const next = new URLSearchParams(params);
    if (chosen === '') next.delete('problem');
    else next.set('problem', chosen);
    setParams(next, { replace: true, preventScrollReset: true });
  }
  return (
    <form
      className={classes.form}
      aria-label={t('messages.ask')}
      onSubmit={(event) => {
        event.preventDefault();
        void ask().catch(ignore);
      }}
    >
      <h2 className={classes.formTitle}>{t('messages.ask')}</h2>
      <ProblemChoice value={letter} onChange={choose} />
      <MarkdownField
        label={t('messages.question')}
        placeholder={t('messages.questionHint')}
        value={text}
        onChange={setText}
        onSubmit={() => void ask().catch(ignore)}
        maxLength={MAX_QUESTION_LENGTH}
      />
      <p className={classes.note}>
        <IconLock size={16} stroke={1.8} aria-hidden />
        {t('messages.questionNote')}
      </p>
      <Button
        type="submit"
        disabled={!canSend}
        loading={isSending}
        leftSection={<IconSend size={18} aria-hidden />}
      >
        {t('messages.askButton')}
      </Button>
    </form>
  );
}

/** Ignores an error that the mutation has reported; the text stays where it is. */
const ignore = () => undefined;
