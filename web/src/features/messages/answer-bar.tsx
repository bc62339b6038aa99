import { STOCK_ANSWERS } from '@balloon/contracts/message-limits.ts';
import type { ContestMessage, StockAnswer } from '@balloon/contracts/messages.ts';
import { Button } from '@mantine/core';
import { IconMessageReply } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerForm } from '#features/messages/answer-form.tsx';
import { useSettleQuestion } from '#features/messages/changes.data.ts';
import classes from '#features/messages/messages.module.css';

/** Supervisors' actions on a question: answer, in own words or from a usual answer, or close it. */
export function AnswerBar({ question }: { question: ContestMessage['message'] }) {
  const { t } = useTranslation();
  const { id, contestId, isAnswered } = question;
  const [writing, setWriting] = useState<{ begunWith: StockAnswer | null } | null>(null);
  const settle = useSettleQuestion(contestId);
  if (writing) {
    return (
      <AnswerForm
        contestId={contestId}
        questionId={id}
        begunWith={writing.begunWith}
        onClose={() => setWriting(null)}
      />
    );
  }
  if (isAnswered) {
    return (
      <Button
        className={classes.more}
        variant="subtle"
        size="compact-md"
        onClick={() => setWriting({ begunWith: null })}
      >
        {t('messages.answerMore')}
      </Button>
    );
  }
  return (
    <div className={classes.answerBar}>
      <Button
        size="sm"
        leftSection={<IconMessageReply size={18} aria-hidden />}
        onClick={() => setWriting({ begunWith: null })}
      >
        {t('messages.sendOne')}
      </Button>
      {STOCK_ANSWERS.map((stock) => (
        <Button
          key={stock}
          size="sm"
          px="sm"
          variant="default"
          onClick={() => setWriting({ begunWith: stock })}
        >
          {t(`messages.stock.${stock}`)}
        </Button>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.settle}
        loading={settle.isPending}
        onClick={() => settle.mutate({ id, isAnswered: true })}
      >
        {t('messages.settle')}
      </Button>
    </div>
  );
}
