import { MAX_MESSAGE_LENGTH, STOCK_ANSWERS } from '@balloon/contracts/message-limits.ts';
import type { StockAnswer } from '@balloon/contracts/messages.ts';
import { Button, Checkbox, Chip, SegmentedControl } from '@mantine/core';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSendMessage, useSettleQuestion } from '#features/messages/changes.data.ts';
import { MarkdownField } from '#features/messages/markdown-field.tsx';
import classes from '#features/messages/messages.module.css';
import { useMessageDraft } from '#features/messages/use-message-draft.ts';
import { isAdminUser, useMe } from '#shared/session.ts';

/** A supervisor answers: in own words or in the usual ones, to who asked or to all. */
export function AnswerForm({
  contestId,
  questionId,
  isAnswered,
  onDone,
}: {
  contestId: number;
  questionId: number;
  isAnswered: boolean;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const [text, setText] = useMessageDraft(`answer_${questionId}`);
  const [stock, setStock] = useState<StockAnswer | null>(null);
  const [to, setTo] = useState<'one' | 'all'>('one');
  const [quotes, setQuotes] = useState(true);
  const [asAdmin, setAsAdmin] = useState(false);
  const { send, isSending } = useSendMessage(contestId);
  const settle = useSettleQuestion(contestId);
  const canSend = text.trim() !== '' && !isSending;

  function choose(chosen: StockAnswer) {
    setStock(chosen);
    setText(t(`messages.stock.${chosen}`));
  }
  async function answer() {
    if (!canSend) return;
    const isPrivate = to === 'one';
    await send({ text, stock, questionId, isPrivate, quotesQuestion: !isPrivate && quotes, asAdmin });
    setText('');
    onDone();
  }
  return (
    <form
      className={classes.answerForm}
      aria-label={t('messages.answerForm')}
      onSubmit={(event) => {
        event.preventDefault();
        void answer().catch(ignore);
      }}
    >
      <Chip.Group value={stock ?? ''} onChange={(value) => choose(value as StockAnswer)}>
        <div className={classes.stock}>
          {STOCK_ANSWERS.map((one) => (
            <Chip key={one} value={one} size="sm" variant="outline">
              {t(`messages.stock.${one}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <MarkdownField
        label={t('messages.answer')}
        value={text}
        onChange={(newText) => {
          setText(newText);
          setStock(null); // own words, which nobody translates
        }}
        onSubmit={() => void answer().catch(ignore)}
        maxLength={MAX_MESSAGE_LENGTH}
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
        {!isAnswered && (
          <Button
            variant="default"
            loading={settle.isPending}
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => settle.mutate({ id: questionId, isAnswered: true })}
          >
            {t('messages.settle')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The mutation has told of it; the text stays where it is. */
const ignore = () => undefined;
