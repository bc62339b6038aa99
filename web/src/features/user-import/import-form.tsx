import type { Group } from '@balloon/contracts/contests.ts';
import type { ImportUsersReport } from '@balloon/contracts/people/user-import.ts';
import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconColumns3, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DryRunTable } from '#features/user-import/dry-run-table.tsx';
import {
  type ChosenFile,
  dryRunQuery,
  type ImportOptions,
  importPeople,
} from '#features/user-import/import.data.ts';
import { ImportFile } from '#features/user-import/import-file.tsx';
import { ImportOptionsFields } from '#features/user-import/import-options.tsx';
import classes from '#features/user-import/user-import.module.css';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { GroupsField } from '#shared/ui/forms/group-select.tsx';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { failureText } from '#shared/ui/toasts/toasts.ts';

const DEFAULTS: ImportOptions = {
  ...{ groupIds: [], duplicates: 'skip', passwords: 'generate', separator: 'auto', encoding: 'auto' },
};

export type OnImported = (report: ImportUsersReport, groups: readonly Group[]) => void;

/** File, groups and options; every row with its fate before anything is written; then all rows or none. */
export function ImportForm({ onDone }: { onDone: OnImported }) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [options, setOptions] = useState(DEFAULTS);
  const [groups, setGroups] = useState<readonly Group[]>([]);
  const isReady = chosen !== null && (isAdmin || options.groupIds.length > 0);
  const dryRun = useQuery({ ...dryRunQuery(chosen ?? NO_FILE, options), enabled: isReady });
  const leave = useLeaveGuard(chosen !== null);
  const run = useMutation({
    mutationFn: (from: ChosenFile) => importPeople(from, options),
    onSuccess: (report) => {
      leave.allow();
      onDone(report, groups);
    },
    onError: () => dryRun.refetch(),
    meta: { ownError: true },
  });
  function change(part: Partial<ImportOptions>) {
    run.reset();
    setOptions((known) => ({ ...known, ...part }));
  }
  const report = isReady && dryRun.error === null ? dryRun.data : undefined;
  return (
    <div className={classes.page}>
      <BackLink to="/admin/users">{t('people.backToList')}</BackLink>
      <ListHead title={t('userImport.title')} />
      <p className={classes.lead}>
        {t('userImport.lead')} {isAdmin && <Link to="/admin/teams/import">{t('teamImport.toHere')}</Link>}
      </p>
      <div className={classes.form}>
        <ImportFile
          file={chosen?.file ?? null}
          onFile={(file) => {
            run.reset();
            setChosen({ file, key: (chosen?.key ?? 0) + 1 });
          }}
        />
        <GroupsField
          label={t('userImport.groups')}
          description={t(isAdmin ? 'userImport.groupsHintAdmin' : 'userImport.groupsHint')}
          required={!isAdmin}
          value={options.groupIds}
          onChange={(groupIds, picked) => {
            change({ groupIds });
            setGroups(picked);
          }}
        />
        <ImportOptionsFields options={options} report={report} onChange={change} />
      </div>
      {chosen !== null && !isReady && <p className={classes.lead}>{t('userImport.needGroup')}</p>}
      <Failure error={run.error ?? (isReady ? dryRun.error : null)} />
      {isReady && dryRun.isFetching && <Working text={t('userImport.checking')} />}
      {run.isPending && <Working text={t('userImport.working', { count: writtenBy(report) })} />}
      {report && (
        <>
          <Headings report={report} />
          <Verdict
            report={report}
            isBusy={run.isPending || dryRun.isFetching}
            onRun={() => chosen && run.mutate(chosen)}
          />
          <DryRunTable report={report} />
        </>
      )}
    </div>
  );
}

const NO_FILE: ChosenFile = { file: new File([], ''), key: 0 };

const writtenBy = (report: ImportUsersReport | undefined) =>
  report === undefined ? 0 : report.counts.create + report.counts.rename + report.counts.update;

/** Whether the file can be imported, and the button that does it. */
function Verdict({
  report,
  isBusy,
  onRun,
}: {
  report: ImportUsersReport;
  isBusy: boolean;
  onRun: () => void;
}) {
  const { t } = useTranslation();
  const { error } = report.counts;
  const written = writtenBy(report);
  if (error > 0) {
    return (
      <div className={classes.verdict}>
        <Notice tone="failure" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t('userImport.hasErrors', { count: error })}
        </Notice>
      </div>
    );
  }
  if (written === 0) return <p className={classes.lead}>{t('userImport.nothing')}</p>;
  return (
    <div className={classes.verdict}>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} loading={isBusy} onClick={onRun}>
        {t('userImport.run', { count: written })}
      </Button>
    </div>
  );
}

/** What became of headings that are unknown: their columns, or whole rows, would be missed later. */
function Headings({ report: { ignoredColumns, unknownHeading, columns } }: { report: ImportUsersReport }) {
  const { t } = useTranslation();
  if (unknownHeading === null && ignoredColumns.length === 0) return null;
  const known = columns.flatMap((column) => (column === null ? [] : t(`userImport.column.${column}`)));
  return (
    <div className={classes.verdict}>
      <Notice tone="warning" icon={<IconColumns3 size={20} aria-hidden />}>
        {unknownHeading === null
          ? t('userImport.ignored', { count: ignoredColumns.length, names: ignoredColumns.join(', ') })
          : t('userImport.unknownHeading', { heading: unknownHeading.join('; '), columns: known.join(', ') })}
      </Notice>
    </div>
  );
}

/** Work on the server, whose share cannot be known here. */
function Working({ text }: { text: string }) {
  return (
    <div className={classes.working} role="status">
      <p>{text}</p>
      <Progress value={100} animated aria-label={text} />
    </div>
  );
}

function Failure({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <div className={classes.verdict}>
      <Notice tone="failure" icon={<IconAlertTriangle size={20} aria-hidden />}>
        {failureText(error)}
      </Notice>
    </div>
  );
}
