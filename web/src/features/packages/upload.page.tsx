import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconPackageImport } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { DropZone } from '#features/packages/drop-zone.tsx';
import { ImportListSkeleton } from '#features/packages/import-list-skeleton.tsx';
import { ImportRow } from '#features/packages/import-row.tsx';
import { IMPORTS_PAGE_SIZE, importListQuery, UPLOADS, uploads } from '#features/packages/packages.data.ts';
import { TargetChoice } from '#features/packages/target-choice.tsx';
import { UnfinishedUploads } from '#features/packages/unfinished-uploads.tsx';
import classes from '#features/packages/upload.module.css';
import { readUploadChoice, type UploadChoice, uploadPath } from '#features/packages/upload.url.ts';
import { UploadList } from '#features/packages/upload-list.tsx';
import { useUploads } from '#features/packages/use-uploads.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';
import { showNotice, showWarning } from '#shared/ui/toasts/toasts.ts';
import { ProblemsHead } from '#shell/problems-head.tsx';

const PAGER_REACH = 5;

/** /admin/problems/upload */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('adminProblems.uploadTitle'));
  const [search] = useSearchParams();
  const choice = readUploadChoice(search);
  const queryClient = useQueryClient();
  const sending = useUploads(uploads);
  useEffect(() => {
    uploads.onArrival = () => void queryClient.invalidateQueries({ queryKey: ['imports'] });
  }, [queryClient]);
  const change = useAddressChange(choice, uploadPath);
  const [choosesProblem, setChoosesProblem] = useState(false);
  const needsProblem = choosesProblem && choice.target === null;
  return (
    <>
      <ProblemsHead />
      <DropZone
        onChoice={({ packages, skippedNumber }) => {
          if (needsProblem) return showWarning(t('imports.target.chooseProblem'));
          const repeated = uploads.add(packages, choice.target);
          if (repeated > 0) showNotice(t('imports.repeated', { count: repeated }));
          if (packages.length === 0) showNotice(t('imports.noPackages'));
          else if (skippedNumber > 0) showNotice(t('imports.skipped', { count: skippedNumber }));
        }}
      >
        <TargetChoice
          target={choice.target}
          needsProblem={needsProblem}
          onChange={(target, isWithoutProblem) => {
            setChoosesProblem(isWithoutProblem);
            change({ target });
          }}
        />
      </DropZone>
      <UploadList queue={uploads} />
      <UnfinishedUploads sending={sending} address={UPLOADS} />
      <Imports choice={choice} onOpen={(openId) => change({ openId })} />
    </>
  );
}

function Imports({ choice, onOpen }: { choice: UploadChoice; onOpen: (id: number | null) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch, isPlaceholderData } = useQuery(importListQuery(choice.page));
  const last = pagesNumber(data?.importsNumber ?? 0, IMPORTS_PAGE_SIZE);
  if (data && choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={uploadPath({ ...choice, page: last })} />;
  }
  return (
    <section className={classes.part} aria-labelledby="imports">
      <h2 id="imports" className={classes.heading}>
        {t('imports.recent')}
      </h2>
      {data?.hasJudge === false && data.imports.some(({ state }) => state === 'queued') && <NoJudge />}
      {data === undefined && error === null && <ImportListSkeleton />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.imports.length === 0 && (
        <EmptyState
          icon={<IconPackageImport size={44} stroke={1.4} aria-hidden />}
          title={t('imports.empty.title')}
          text={t('imports.empty.text')}
        />
      )}
      {data && (
        <ul className={classes.imports} aria-busy={isPlaceholderData}>
          {data.imports.map((one) => (
            <ImportRow
              key={one.id}
              shown={one}
              isOpen={one.id === choice.openId}
              onToggle={() => onOpen(one.id === choice.openId ? null : one.id)}
            />
          ))}
        </ul>
      )}
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => uploadPath({ ...choice, page, openId: null })}
      />
    </section>
  );
}

function NoJudge() {
  const { t } = useTranslation();
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('imports.noJudge.title')}
    >
      {t('imports.noJudge.text')}
    </Alert>
  );
}
