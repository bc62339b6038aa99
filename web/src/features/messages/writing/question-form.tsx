import { MAX_QUESTION_LENGTH } from '@balloon/contracts/talk/message-limits.ts';
import { Button } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSendMessage } from '#features/messages/data/changes.data.ts';
import { choiceOf, topicOf } from '#features/messages/data/message-topics.ts';
import classes from '#features/messages/messages.module.css';
import { MarkdownField } from '#features/messages/writing/markdown-field.tsx';
import { TopicChoice } from '#features/messages/writing/topic-choice.tsx';
import { useMessageDraft } from '#features/messages/writing/use-message-draft.ts';
import { useSocketState } from '#shared/api/live/socket.ts';
import { useSearch, withParameter } from '#shared/ui/behaviour/use-search.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

/**
 * Form by which a participant asks the jury. What it is about stands in the address, so that a statement can link
 * here.
 */
export function QuestionForm({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const [params, changeSearch] = useSearch({ preventScrollReset: true });
  const topic = topicOf(params.get('problem') ?? '');
  const place = `question_${contestId}`;
  const { text, setText } = useMessageDraft(place);
  const { send, isSending } = useSendMessage(contestId, place);
  const isCutOff = useSocketState() === 'off';
  const canSend = text.trim() !== '' && !isSending;

  async function ask() {
    if (!canSend) return;
    await send({ text, ...topic });
    setText('');
    showNotice(t('messages.asked'));
  }
  const choose = (chosen: string) => changeSearch(withParameter('problem', chosen));
  return (
    <SavingForm
      isSaving={isSending}
      className={classes.form}
      aria-label={t('messages.ask')}
      onSubmit={(event) => {
        event.preventDefault();
        void ask().catch(ignore);
      }}
    >
      <h2 className={classes.formTitle}>{t('messages.ask')}</h2>
      <TopicChoice value={choiceOf(topic)} onChange={choose} />
      <MarkdownField
        label={t('messages.question')}
        placeholder={t('messages.questionHint')}
        value={text}
        onChange={setText}
        onSubmit={() => void ask().catch(ignore)}
        maxLength={MAX_QUESTION_LENGTH}
      />
      <p className={classes.note} role="status">
        {isSending && isCutOff ? (
          t('send.triesAgain')
        ) : (
          <>
            <IconLock size={16} stroke={1.8} aria-hidden />
            {t('messages.questionNote')}
          </>
        )}
      </p>
      <Button
        type="submit"
        disabled={!canSend}
        loading={isSending}
        leftSection={<IconSend size={18} aria-hidden />}
      >
        {t('messages.askButton')}
      </Button>
    </SavingForm>
  );
}

/** Ignores an error that the mutation has reported; the text stays where it is. */
const ignore = () => undefined;
