import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTopicChoices } from '#features/messages/data/use-topic-choices.ts';

/** Choice of what a message is about: the contest, one of its categories, or a problem once these may be read. */
export function TopicChoice({ value, onChange }: { value: string; onChange: (choice: string) => void }) {
  const { t } = useTranslation();
  const choices = useTopicChoices();
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      label={t('messages.about')}
      value={isKnown ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={choices}
    />
  );
}
