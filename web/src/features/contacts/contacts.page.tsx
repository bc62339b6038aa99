import type { Contacts } from '@balloon/contracts/talk/contacts.ts';
import { Skeleton } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/contacts/contacts.module.css';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import { get } from '#shared/api/calls/api.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { Guarded } from '#shared/ui/states/guarded.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /contacts: how to reach the organisers, in their own words. */
export function Component() {
  const { t } = useTranslation();
  const locale = useLocale();
  usePageTitle(t('contacts.title'));
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', locale],
    queryFn: ({ signal }) => get<Contacts>('/api/contacts', { signal, query: { locale } }),
    meta: { ownError: true },
  });
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('contacts.title')}</h1>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={140} />}
      {data?.markdown === null && (
        <EmptyState
          icon={<IconMailQuestion size={44} stroke={1.4} aria-hidden />}
          title={t('contacts.emptyTitle')}
          text={t('contacts.emptyText')}
        />
      )}
      {data && data.markdown !== null && (
        <div className={classes.text}>
          <Guarded of={data.markdown} fallback={<pre>{data.markdown}</pre>}>
            <OwnMarkdown text={data.markdown} />
          </Guarded>
        </div>
      )}
    </div>
  );
}
