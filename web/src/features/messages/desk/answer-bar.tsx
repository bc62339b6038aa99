import { STOCK_ANSWERS } from '@balloon/contracts/talk/message-limits.ts';
import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconMessageReply, IconPencil, IconUserEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettleQuestion } from '#features/messages/data/changes.data.ts';
import { textIn } from '#features/messages/data/message-lists.ts';
import { stockAnswersQuery } from '#features/messages/data/messages.data.ts';
import classes from '#features/messages/messages.module.css';
import { AnswerForm, type AnswerStart } from '#features/messages/writing/answer-form.tsx';
import { openStockAnswers } from '#features/messages/writing/open-stock-answers.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { isFocusLost } from '#shared/ui/behaviour/is-focus-lost.ts';

/** Supervisors' actions on a question: answer, in own words or from a usual answer, or close it. */
export function AnswerBar({ question }: { question: ContestMessage['message'] }) {
  const { t } = useTranslation();
  const { id, contestId, isAnswered } = question;
  const [begunWith, setBegunWith] = useState<AnswerStart>();
  const opens = useOpeners(setBegunWith);
  const settle = useSettleQuestion(contestId);
  const me = useMe();
  const locale = useLocale();
  const { data: own } = useQuery({ ...stockAnswersQuery(contestId), enabled: !isAnswered });
  if (begunWith !== undefined) {
    return (
      <AnswerForm
        contestId={contestId}
        questionId={id}
        begunWith={begunWith}
        onClose={() => setBegunWith(undefined)}
        onCancel={opens.giveUp}
      />
    );
  }
  if (isAnswered) {
    return (
      <Button className={classes.more} variant="subtle" size="compact-md" {...opens.by('own', null)}>
        {t('messages.answerMore')}
      </Button>
    );
  }
  const isOthers = question.takenBy !== null && question.takenBy.id !== me.id;
  return (
    <div className={classes.answerBar}>
      {isOthers && <TakenBy name={question.takenBy?.fullName || question.takenBy?.username || ''} />}
      <Button size="sm" leftSection={<IconMessageReply size={18} aria-hidden />} {...opens.by('own', null)}>
        {t('messages.sendOne')}
      </Button>
      {STOCK_ANSWERS.map((stock) => (
        <Button key={stock} size="sm" px="sm" variant="default" {...opens.by(stock, { stock })}>
          {t(`messages.stock.${stock}`)}
        </Button>
      ))}
      {own?.answers.map((translations, position) => (
        <Button
          // Answers have no names; the list comes anew as a whole.
          key={`${own.version} ${String(position)}`}
          className={classes.ownStock}
          size="sm"
          px="sm"
          variant="default"
          {...opens.by(String(position), { translations })}
        >
          {textIn(translations, locale)}
        </Button>
      ))}
      <ActionIcon
        aria-label={t('messages.editStock')}
        title={t('messages.editStock')}
        onClick={() => void openStockAnswers(contestId)}
      >
        <IconPencil size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
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

/** Buttons that open the form in their own place: the one that did has the focus again when the form is given up. */
function useOpeners(open: (begunWith: AnswerStart | undefined) => void) {
  const pressed = useRef('');
  const givenUp = useRef('');
  return {
    by: (name: string, begunWith: AnswerStart) => ({
      onClick: () => {
        pressed.current = name;
        open(begunWith);
      },
      ref: (button: HTMLButtonElement | null) => {
        if (button === null || givenUp.current !== name) return;
        givenUp.current = '';
        if (isFocusLost()) button.focus({ preventScroll: true });
      },
    }),
    giveUp: () => {
      givenUp.current = pressed.current;
      open(undefined);
    },
  };
}

function TakenBy({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <p className={classes.takenBy}>
      <IconUserEdit size={18} stroke={1.8} aria-hidden />
      {t('messages.takenBy', { name })}
    </p>
  );
}
