import type { News } from '@balloon/contracts/talk/news.ts';
import { NEWS_TITLE_MAX } from '@balloon/contracts/talk/news-limits.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import { type NewsDraft, newsGroupsQuery, saveNews } from '#features/news/news.data.ts';
import classes from '#features/news/news.module.css';
import { RichText } from '#features/news/rich-text.tsx';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { GroupSelect } from '#shared/ui/forms/group-select.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

export interface NewsFormProps {
  /** Id of the news, or undefined for new ones. */
  newsId: number | undefined;
  initial: NewsDraft;
  /** Version on top of which the form edits. */
  version?: number | undefined;
  /** Drops the own edit and shows what somebody else has saved. */
  onTake?: () => void;
  onSaved: (news: News) => Promise<void>;
}

/** Form with title, text and audience. Asks before unsaved text is lost. */
export function NewsForm({ newsId, initial, version, onTake, onSaved }: NewsFormProps) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const [draft, setDraft] = useState<NewsDraft>(initial);
  const { data: groups } = useQuery(newsGroupsQuery);
  const change = (part: Partial<NewsDraft>) => setDraft((known) => ({ ...known, ...part }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);
  const leave = useLeaveGuard(isChanged);
  const save = useMutation({
    mutationFn: (onTopOf: number | undefined) => saveNews(newsId, draft, onTopOf),
    meta: { ownError: true },
    onSuccess: async (news) => {
      leave.allow();
      await onSaved(news);
    },
    onError: (error) => {
      if (staleFacts(error) === null) showError(error);
    },
  });
  const stale = staleFacts(save.error);
  const isComplete = draft.title.trim() !== '' && draft.body !== '' && (isAdmin || draft.groupIds.length > 0);
  return (
    <SavingForm
      isSaving={save.isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) save.mutate(version);
      }}
    >
      <TextInput
        label={t('news.titleLabel')}
        size="md"
        value={draft.title}
        maxLength={NEWS_TITLE_MAX}
        onChange={(event) => change({ title: event.currentTarget.value })}
        required
      />
      <RichText label={t('news.bodyLabel')} initial={initial.body} onChange={(body) => change({ body })} />
      <GroupSelect
        label={t('news.groupsLabel')}
        description={t(isAdmin ? 'news.groupsHintAdmin' : 'news.groupsHint')}
        groups={groups ?? []}
        value={draft.groupIds}
        onChange={(groupIds) => change({ groupIds })}
        clearable
        required={!isAdmin}
      />
      {stale && onTake && (
        <StaleNotice
          facts={stale}
          isSaving={save.isPending}
          onTake={onTake}
          onOverwrite={(newer) => save.mutate(newer)}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isComplete || !isChanged} loading={save.isPending}>
          {t(newsId === undefined ? 'news.publish' : 'news.save')}
        </Button>
      </div>
    </SavingForm>
  );
}
