import { withoutInterruptions } from '@balloon/domain/contests/without-interruptions.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { contestFormQuery } from '#features/contest-admin/contest-admin.data.ts';
import { useNameDate } from '#features/contest-admin/fields/name-date.ts';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { copyOf, newValues, valuesOf } from '#features/contest-admin/form/form-values.ts';
import { ContestForm } from '#features/contest-admin/screen/contest-form.tsx';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { currentLocale, usePageTitle } from '#shared/text/i18n.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/contests/create, /admin/contests/edit/{id} and /admin/contests/copy/{id} */
export function Component() {
  const { contestId } = useParams();
  const { pathname } = useLocation();
  if (contestId === undefined) return <NewContest />;
  const isCopy = pathname.split('/')[3] === 'copy';
  return <StoredContest key={pathname} contestId={Number(contestId)} isCopy={isCopy} />;
}

function NewContest() {
  const { t } = useTranslation();
  const nameDate = useNameDate();
  const [initial] = useState(() => {
    const nowMs = serverNowMs();
    return newValues(nowMs, t('contestForm.defaultName', { date: nameDate(nowMs) }));
  });
  usePageTitle(t('contestForm.createTitle'));
  return (
    <>
      <ListHead title={t('contestForm.createTitle')} />
      <ContestForm initial={initial} stored={null} />
    </>
  );
}

function StoredContest({ contestId, isCopy }: { contestId: number; isCopy: boolean }) {
  const { t } = useTranslation();
  const nameDate = useNameDate();
  // The language as of opening: another one must not replace a form that is being filled.
  const [locale] = useState(currentLocale);
  const { data, error, refetch } = useQuery(contestFormQuery(contestId, locale));
  const title = t(isCopy ? 'contestForm.copyTitle' : 'contestForm.editTitle');
  usePageTitle(data ? `${data.name} — ${title}` : error ? undefined : title, error);
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ListHead title={title} />
      {data === undefined && <FormSkeleton />}
      {data && isCopy && (
        <ContestForm
          initial={copyOf(valuesOf(withoutInterruptions(data)), serverNowMs(), nameDate)}
          stored={null}
        />
      )}
      {data && !isCopy && <ContestForm initial={valuesOf(data)} stored={data} />}
    </>
  );
}

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <section className={classes.form} aria-busy="true" aria-label={t('progress.label')}>
      {[70, 190, 240, 130].map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </section>
  );
}
