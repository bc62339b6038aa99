import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoveQuestion } from '#features/messages/data/changes.data.ts';
import { choiceOf, topicOf } from '#features/messages/data/message-topics.ts';
import classes from '#features/messages/messages.module.css';
import { TopicChoice } from '#features/messages/writing/topic-choice.tsx';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** Dialog by which a supervisor changes what a question is about. */
export function MoveDialog({
  question,
  onClose,
}: {
  question: ContestMessage['message'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  useFocusBack();
  const [choice, setChoice] = useState(() => choiceOf(question));
  const move = useMoveQuestion(question.contestId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('messages.move')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm
        isSaving={move.isPending}
        className={classes.bareForm}
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate({ id: question.id, ...topicOf(choice) }, { onSuccess: onClose });
        }}
      >
        <TopicChoice value={choice} onChange={setChoice} />
        <div className={classes.options}>
          <Button type="submit" loading={move.isPending} disabled={choice === choiceOf(question)}>
            {t('messages.moveButton')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </SavingForm>
    </Modal>
  );
}
