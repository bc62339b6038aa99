import type { ImportTeamsReport } from '@balloon/contracts/people/team-import.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ImportFaults, ImportReport } from '#features/team-import/import-report.tsx';
import { ImportTarget } from '#features/team-import/import-target.tsx';
import { credentialsOf } from '#features/team-import/team-credentials.ts';
import { TeamFiles } from '#features/team-import/team-files.tsx';
import {
  type ChosenFiles,
  type ImportOptions,
  importTeams,
  teamDryRunQuery,
} from '#features/team-import/team-import.data.ts';
import classes from '#features/team-import/team-import.module.css';
import { IssuedCredentials } from '#features/user-admin/passwords/issued-credentials.tsx';
import { refreshPeople } from '#features/user-admin/people.data.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

const NOTHING: ChosenFiles = { files: [], key: 0 };

/** /admin/teams/import: organisations, groups, teams and accounts from files. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [done, setDone] = useState<ImportTeamsReport | null>(null);
  usePageTitle(t('teamImport.title'));
  if (done === null) return <TeamImport onDone={setDone} />;
  return (
    <IssuedCredentials
      title={t('teamImport.doneTitle')}
      people={credentialsOf(done)}
      done={t('userImport.toList')}
      onClose={() => void navigate('/admin/users')}
    >
      <p>{t('teamImport.doneText', { count: done.teams.length })}</p>
    </IssuedCredentials>
  );
}

function TeamImport({ onDone }: { onDone: (report: ImportTeamsReport) => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(NOTHING);
  const [options, setOptions] = useState<ImportOptions>({ contestId: null, setsPasswords: false });
  const hasFiles = chosen.files.length > 0;
  const dryRun = useQuery({ ...teamDryRunQuery(chosen, options), enabled: hasFiles });
  const run = useMutation({
    mutationFn: () => importTeams(chosen, options),
    onSuccess: (report) => {
      showDone(t('teamImport.done'));
      void refreshPeople(queryClient);
      onDone(report);
    },
    onError: () => dryRun.refetch(),
  });
  const report = hasFiles ? dryRun.data : undefined;
  const isWrong = report?.faults.some(({ isError }) => isError) ?? true;
  return (
    <div className={classes.page}>
      <BackLink to="/admin/users">{t('people.backToList')}</BackLink>
      <ListHead title={t('teamImport.title')} />
      <p className={classes.lead}>{t('teamImport.lead')}</p>
      <div className={classes.form}>
        <TeamFiles
          names={chosen.files.map(({ name }) => name)}
          onFiles={(files) => setChosen({ files, key: chosen.key + 1 })}
        />
        <ImportTarget
          label={t('teamImport.contest')}
          placeholder={t('teamImport.noContest')}
          options={options}
          onChange={setOptions}
        />
      </div>
      {hasFiles && dryRun.error && <ErrorState error={dryRun.error} onRetry={() => void dryRun.refetch()} />}
      {hasFiles && dryRun.isPending && <Skeleton height={160} radius="md" />}
      {report && (
        <>
          <Button
            leftSection={<IconUsersPlus size={18} aria-hidden />}
            disabled={isWrong || dryRun.isFetching}
            loading={run.isPending}
            onClick={() => run.mutate()}
          >
            {t('teamImport.import')}
          </Button>
          <ImportFaults faults={report.faults} />
          <ImportReport report={report} />
        </>
      )}
    </div>
  );
}
