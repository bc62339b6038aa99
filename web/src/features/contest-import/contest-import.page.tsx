import type { ContestPackageStored, ImportContestReport } from '@balloon/contracts/contest-import.ts';
import { Button, Checkbox, Progress, Skeleton } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  type ContestImportOptions,
  contestDryRunQuery,
  importContest,
  storePackage,
} from '#features/contest-import/contest-import.data.ts';
import classes from '#features/contest-import/contest-import.module.css';
import { ContestReport } from '#features/contest-import/contest-report.tsx';
import { PackageDrop } from '#features/contest-import/package-drop.tsx';
import { PackageProgress } from '#features/contest-import/package-progress.tsx';
import type { NamedFile } from '#features/packages/zip-folder.ts';
import { ContestFilter } from '#features/problem-admin/contest-filter.tsx';
import { credentialsOf } from '#features/team-import/team-credentials.ts';
import { IssuedCredentials } from '#features/user-admin/issued-credentials.tsx';
import { refreshPeople } from '#features/user-admin/people.data.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { BackLink } from '#shared/ui/back-link.tsx';
import { ListHead } from '#shared/ui/list-head.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { showDone } from '#shared/ui/toasts.ts';

/** /admin/contests/import: a whole contest out of a package; with `?contest=`: its problems while judges build them. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [done, setDone] = useState<ImportContestReport | null>(null);
  const contestId = numberOf(search.get('contest'));
  usePageTitle(t('contestImport.title'));
  const follow = (report: ImportContestReport) => {
    setDone(null);
    void navigate(`/admin/contests/import?contest=${report.contest?.id}`);
  };
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
  if (contestId !== null) return <Imported contestId={contestId} />;
  return (
    <ContestImport
      onDone={(report) => (credentialsOf(report).length > 0 ? setDone(report) : follow(report))}
    />
  );
}

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
          to="/admin/contests/import"
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

function ContestImport({ onDone }: { onDone: (report: ImportContestReport) => void }) {
  const { t } = useTranslation();
  const stop = useRef<AbortController | null>(null);
  const [sent, setSent] = useState(0);
  const sending = useMutation({
    mutationFn: (files: readonly NamedFile[]) => {
      stop.current = new AbortController();
      setSent(0);
      return storePackage(files, stop.current.signal, setSent);
    },
    meta: { ownError: true },
  });
  const isStopped = sending.error instanceof DOMException;
  return (
    <div className={classes.page}>
      <BackLink to="/admin/contests">{t('contestImport.toContests')}</BackLink>
      <ListHead title={t('contestImport.title')} />
      <p className={classes.lead}>{t('contestImport.lead')}</p>
      {!sending.isPending && <PackageDrop onFiles={(files) => sending.mutate(files)} />}
      {sending.isPending && (
        <section className={classes.sending} aria-label={t('contestImport.sending')}>
          <p className={classes.lead}>
            {t('contestImport.sendingText', { percent: Math.floor(sent * 100) })}
          </p>
          <Progress value={sent * 100} aria-label={t('contestImport.sending')} />
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {t('contestImport.stop')}
          </Button>
        </section>
      )}
      {sending.error && !isStopped && (
        <ErrorState
          error={sending.error}
          onRetry={() => sending.variables && sending.mutate(sending.variables)}
        />
      )}
      {sending.data && <Planned key={sending.data.sha256} stored={sending.data} onDone={onDone} />}
    </div>
  );
}

interface PlannedProps {
  stored: ContestPackageStored;
  onDone: (report: ImportContestReport) => void;
}

/** The package that was sent: what an import would do, and the import. */
function Planned({ stored, onDone }: PlannedProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [options, setOptions] = useState<ContestImportOptions>({ contestId: null, setsPasswords: false });
  const dryRun = useQuery(contestDryRunQuery(stored, options));
  const run = useMutation({
    mutationFn: () => importContest(stored, options),
    onSuccess: (report) => {
      showDone(t('contestImport.done'));
      void refreshPeople(queryClient);
      void queryClient.invalidateQueries();
      onDone(report);
    },
    onError: () => dryRun.refetch(),
  });
  const report = dryRun.data;
  const isWrong = report?.faults.some(({ isError }) => isError) ?? true;
  return (
    <>
      <p className={classes.lead} aria-live="polite">
        {t('contestImport.chosen', { name: stored.fileName })}
      </p>
      <div className={classes.form}>
        <ContestFilter
          label={t('contestImport.target')}
          placeholder={t('contestImport.noTarget')}
          contestId={options.contestId}
          onChange={(contestId) => setOptions({ ...options, contestId })}
        />
        <Checkbox
          label={t('teamImport.setsPasswords')}
          description={t('teamImport.setsPasswordsHint')}
          checked={options.setsPasswords}
          onChange={(event) => setOptions({ ...options, setsPasswords: event.currentTarget.checked })}
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
