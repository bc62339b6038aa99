import { MAX_MESSAGE_LENGTH } from '@balloon/contracts/talk/message-limits.ts';
import type { StockAnswer } from '@balloon/contracts/talk/messages.ts';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Translations, useSendMessage } from '#features/messages/data/changes.data.ts';
import { textIn } from '#features/messages/data/message-lists.ts';
import { useTaking } from '#features/messages/data/use-taking.ts';
import classes from '#features/messages/messages.module.css';
import { MarkdownField } from '#features/messages/writing/markdown-field.tsx';
import { useMessageDraft } from '#features/messages/writing/use-message-draft.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** What an answer begins with: a usual answer, one of the contest's own by locale, or null for own words. */
export type AnswerStart = { stock: StockAnswer } | { translations: Translations } | null;

/**
 * Form by which a supervisor answers a question, to its author or to all.
 *
 * @param begunWith a ready answer, which may be changed
 */
export function AnswerForm({
  contestId,
  questionId,
  begunWith,
  onClose,
  onCancel,
}: {
  contestId: number;
  questionId: number;
  begunWith: AnswerStart;
  onClose: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const place = `answer_${questionId}`;
  const { text: draft, setText: setDraft } = useMessageDraft(draftPlace(place, begunWith));
  const [ready, setReady] = useState(draft === '' ? begunWith : null);
  const [to, setTo] = useState<'one' | 'all'>('one');
  const [quotes, setQuotes] = useState(true);
  const [asAdmin, setAsAdmin] = useState(false);
  const { send, isSending } = useSendMessage(contestId, place);
  useTaking(contestId, questionId);
  const readyText = useReadyText(ready);
  const text = readyText ?? draft;
  const canSend = text.trim() !== '' && !isSending;

  async function answer() {
    if (!canSend) return;
    const isPrivate = to === 'one';
    await send({ text, ...ready, questionId, isPrivate, quotesQuestion: !isPrivate && quotes, asAdmin });
    if (readyText === null) setDraft('');
    onClose();
  }
  return (
    <SavingForm
      isSaving={isSending}
      className={classes.answerForm}
      aria-label={t('messages.answerForm')}
      onSubmit={(event) => {
        event.preventDefault();
        void answer().catch(ignore);
      }}
    >
      <MarkdownField
        label={t('messages.answer')}
        value={text}
        onChange={(newText) => {
          setDraft(newText);
          setReady(null); // own words, which are not translated
        }}
        onSubmit={() => void answer().catch(ignore)}
        maxLength={MAX_MESSAGE_LENGTH}
        takesFocus
      />
      <div className={classes.options}>
        <SegmentedControl
          aria-label={t('messages.to')}
          value={to}
          onChange={(value) => setTo(value as 'one' | 'all')}
          data={[
            { value: 'one', label: t('messages.answerOne') },
            { value: 'all', label: t('messages.answerAll') },
          ]}
        />
        {to === 'all' && (
          <Checkbox
            label={t('messages.quotes')}
            checked={quotes}
            onChange={(event) => setQuotes(event.currentTarget.checked)}
          />
        )}
        {isAdminUser(me) && (
          <Checkbox
            label={t('messages.asJury')}
            checked={asAdmin}
            onChange={(event) => setAsAdmin(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.options}>
        <Button
          type="submit"
          disabled={!canSend}
          loading={isSending}
          leftSection={<IconSend size={18} aria-hidden />}
        >
          {t(to === 'one' ? 'messages.sendOne' : 'messages.sendAll')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </SavingForm>
  );
}

/** Place of a draft: a ready answer that is changed leaves alone what was begun in own words. */
function draftPlace(place: string, begunWith: AnswerStart): string {
  if (begunWith === null) return place;
  return `${place}_${'stock' in begunWith ? begunWith.stock : JSON.stringify(begunWith.translations)}`;
}

/** Text of a ready answer in the supervisor's language; null for own words. */
function useReadyText(ready: AnswerStart): string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  if (ready === null) return null;
  return 'stock' in ready ? t(`messages.stock.${ready.stock}`) : textIn(ready.translations, locale);
}

/** Ignores an error that the mutation has reported; the text stays where it is. */
const ignore = () => undefined;
