import { Button, MultiSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { choiceOf, topicOf } from '#features/messages/data/message-topics.ts';
import { useTopicChoices } from '#features/messages/data/use-topic-choices.ts';
import classes from '#features/messages/messages.module.css';
import { useSearch, withParameter } from '#shared/ui/behaviour/use-search.ts';

/** Supervisors' filters of messages, kept in the address: what they are about and who asked. */
export function MessageFilters({ authorName }: { authorName: string | null }) {
  const { t } = useTranslation();
  const [params, changeSearch] = useSearch({ preventScrollReset: true });
  const choices = useTopicChoices().map((choice) => ({ ...choice, value: choice.value || 'general' }));
  const chosen = topicsIn(params);
  const set = (name: string, value: string) => changeSearch(withParameter(name, value));
  return (
    <div className={classes.filters}>
      <MultiSelect
        className={classes.topics}
        aria-label={t('messages.filterAbout')}
        placeholder={chosen.length === 0 ? t('messages.filterAbout') : undefined}
        data={choices}
        value={chosen.filter((topic) => choices.some(({ value }) => value === topic))}
        onChange={(topics) => set('about', topics.join(','))}
        clearable
        clearButtonProps={{ 'aria-label': t('messages.filterAboutClear') }}
      />
      {params.has('author') && (
        <Button
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          onClick={() => set('author', '')}
        >
          {authorName === null
            ? t('messages.filterAuthor')
            : t('messages.filterAuthorName', { name: authorName })}
        </Button>
      )}
    </div>
  );
}

/** Topics in the address as the server takes them: categories, and letters in upper case. */
export function topicsIn(params: URLSearchParams): string[] {
  const topics = (params.get('about') ?? '').split(',').filter((topic) => /^[a-z]{1,10}$/i.test(topic));
  return [...new Set(topics.map((topic) => choiceOf(topicOf(topic)) || 'general'))];
}
