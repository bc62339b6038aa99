import type { ImportContestReport } from '@balloon/contracts/contests/contest-import.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconFileImport, IconPackageOff, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import {
  CONTEST_UPLOADS,
  chooseContest,
  contestDryRunQuery,
  contestUploads,
  importContest,
  type StoredContest,
} from '#features/contest-import/contest-import.data.ts';
import classes from '#features/contest-import/contest-import.module.css';
import { ContestReport } from '#features/contest-import/contest-report.tsx';
import { PackageDrop } from '#features/contest-import/package-drop.tsx';
import { PackageProgress } from '#features/contest-import/package-progress.tsx';
import { UNFINISHED, uploadQuery } from '#features/packages/unfinished.data.ts';
import { UnfinishedUploads } from '#features/packages/unfinished-uploads.tsx';
import { UploadList } from '#features/packages/upload-list.tsx';
import { useUploads } from '#features/packages/use-uploads.ts';
import { ImportTarget } from '#features/team-import/import-target.tsx';
import { credentialsOf } from '#features/team-import/team-credentials.ts';
import type { ImportOptions } from '#features/team-import/team-import.data.ts';
import { IssuedCredentials } from '#features/user-admin/passwords/issued-credentials.tsx';
import { refreshPeople } from '#features/user-admin/people.data.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';
import { errorText, showDone, showNotice } from '#shared/ui/toasts/toasts.ts';

/**
 * /admin/contests/import: a contest package is sent; with `?upload=`: what its import would do; with `?contest=`: problems of the
 * contest while judges build them.
 */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [done, setDone] = useState<ImportContestReport | null>(null);
  const contestId = numberOf(search.get('contest'));
  usePageTitle(t('contestImport.title'));
  const follow = (report: ImportContestReport) =>
    void navigate(`/admin/contests/import?contest=${report.contest?.id}`);
  // Not before the address has changed: the plan would come back for a moment and ask for an upload that is gone.
  if (contestId !== null && done !== null) setDone(null);
  if (contestId !== null) return <Imported contestId={contestId} />;
  if (done !== null) {
    return (
      <IssuedCredentials
        title={t('contestImport.done')}
        people={credentialsOf(done)}
        done={t('contestImport.toProblems')}
        onClose={() => follow(done)}
      />
    );
  }
  const uploadId = numberOf(search.get('upload'));
  if (uploadId === null) return <ContestUpload />;
  return (
    <ContestPlan
      key={uploadId}
      uploadId={uploadId}
      onDone={(report) => (credentialsOf(report).length > 0 ? setDone(report) : follow(report))}
    />
  );
}

const UPLOAD_PATH = '/admin/contests/import';

const numberOf = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

function Imported({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <BackLink to="/admin/contests">{t('contestImport.toContests')}</BackLink>
      <ListHead title={t('contestImport.problemsTitle')} />
      <div className={classes.links}>
        <Button component={Link} to={`/admin/contests/edit/${contestId}`}>
          {t('contestImport.toForm')}
        </Button>
        <Button
          component={Link}
          to={UPLOAD_PATH}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('contestImport.another')}
        </Button>
      </div>
      <PackageProgress contestId={contestId} />
    </div>
  );
}

/** The first step: the package is sent. */
function ContestUpload() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sending = useUploads(contestUploads);
  useEffect(() => {
    contestUploads.onArrival = ({ id }) => void navigate(planPath(id));
    return () => {
      contestUploads.onArrival = () => {}; // elsewhere nobody is led away: it is listed here
    };
  }, [navigate]);
  return (
    <div className={classes.page}>
      <BackLink to="/admin/contests">{t('contestImport.toContests')}</BackLink>
      <ListHead title={t('contestImport.title')} />
      <p className={classes.lead}>{t('contestImport.lead')}</p>
      <PackageDrop
        onFiles={(files) => {
          const repeated = contestUploads.add([chooseContest(files)], null);
          if (repeated > 0) showNotice(t('imports.repeated', { count: repeated }));
        }}
      />
      <UploadList queue={contestUploads} />
      <UnfinishedUploads sending={sending} address={CONTEST_UPLOADS} goOn={planPath} />
    </div>
  );
}

const planPath = (uploadId: number) => `/admin/contests/import?upload=${uploadId}`;

interface PlanProps {
  uploadId: number;
  onDone: (report: ImportContestReport) => void;
}

/** The second step: what the import of a package that was sent would do. */
function ContestPlan({ uploadId, onDone }: PlanProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(uploadQuery(CONTEST_UPLOADS, uploadId));
  if (data?.storedSha256 === null) return <Navigate replace to={UPLOAD_PATH} />;
  return (
    <div className={classes.page}>
      <BackLink to={UPLOAD_PATH}>{t('contestImport.another')}</BackLink>
      <ListHead title={t('contestImport.title')} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Planned stored={{ sha256: data.storedSha256, fileName: data.fileName }} onDone={onDone} />}
    </div>
  );
}

/** A package that no other try would read: it is packed anew. */
function Unusable({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPackageOff size={44} stroke={1.4} aria-hidden />}
        title={t('contestImport.unusable')}
        text={errorText(error)}
        action={
          <Button component={Link} to={UPLOAD_PATH}>
            {t('contestImport.another')}
          </Button>
        }
      />
    </div>
  );
}

interface PlannedProps {
  stored: StoredContest;
  onDone: (report: ImportContestReport) => void;
}

/** The package that was sent: what an import would do, and the import. */
function Planned({ stored, onDone }: PlannedProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [options, setOptions] = useState<ImportOptions>({ contestId: null, setsPasswords: false });
  const dryRun = useQuery(contestDryRunQuery(stored, options));
  const run = useMutation({
    mutationFn: () => importContest(stored, options),
    onSuccess: (report) => {
      showDone(t('contestImport.done'));
      void refreshPeople(queryClient);
      // All but the upload, which the import has ended.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== UNFINISHED });
      onDone(report);
    },
    onError: () => dryRun.refetch(),
  });
  if (dryRun.error instanceof ApiError && dryRun.error.status === 400)
    return <Unusable error={dryRun.error} />;
  const report = dryRun.data;
  const isWrong = report?.faults.some(({ isError }) => isError) ?? true;
  return (
    <>
      <p className={classes.lead} aria-live="polite">
        {t('contestImport.chosen', { name: stored.fileName })}
      </p>
      <div className={classes.form}>
        <ImportTarget
          label={t('contestImport.target')}
          placeholder={t('contestImport.noTarget')}
          options={options}
          onChange={setOptions}
        />
      </div>
      {dryRun.error && <ErrorState error={dryRun.error} onRetry={() => void dryRun.refetch()} />}
      {dryRun.isPending && <Skeleton height={240} radius="md" />}
      {report && (
        <>
          <Button
            leftSection={<IconFileImport size={18} aria-hidden />}
            disabled={isWrong || dryRun.isFetching}
            loading={run.isPending}
            onClick={() => run.mutate()}
          >
            {t('contestImport.import')}
          </Button>
          <ContestReport report={report} />
        </>
      )}
    </>
  );
}
