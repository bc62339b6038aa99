import type { BackupRun, BackupState, StoredBackup } from '@balloon/contracts/site/backups.ts';
import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconArchive, IconDatabaseExport, IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  backupAddress,
  backupsQuery,
  deleteBackup,
  startBackup,
} from '#features/maintenance/backups.data.ts';
import classes from '#features/maintenance/server.module.css';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Backups of the site: the list, the schedule, and a button that makes one. */
export function BackupsView() {
  const { t } = useTranslation();
  const { data: state, error, refetch } = useQuery(backupsQuery);
  if (!state) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <RowsPlaceholder />;
  }
  if (!state.isOn) {
    return (
      <EmptyState
        icon={<IconArchive size={44} stroke={1.5} aria-hidden />}
        title={t('backups.off')}
        text={t('backups.offText')}
      />
    );
  }
  return (
    <>
      <div className={classes.partHead}>
        <p className={classes.schedule}>
          {state.everyHours > 0
            ? t('backups.schedule', { count: state.everyHours, keep: state.keep })
            : t('backups.noSchedule', { setting: t('settings.backupEveryHours') })}
          <span className={classes.under}>{state.folder}</span>
        </p>
        <StartButton isRunning={state.newestRun?.isRunning ?? false} />
      </div>
      <RunState run={state.newestRun} />
      <BackupTable state={state} />
      <p className={classes.more}>{t('backups.holds')}</p>
      <p className={classes.more}>{t('backups.restoreHelp')}</p>
      <code className={classes.command}>npm run -s balloon -- restore FILE</code>
    </>
  );
}

function StartButton({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: startBackup,
    onSettled: () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  return (
    <Button
      leftSection={<IconDatabaseExport size={18} aria-hidden />}
      loading={starting.isPending}
      disabled={isRunning}
      onClick={() => starting.mutate()}
    >
      {t('backups.make')}
    </Button>
  );
}

/** Progress of the backup that is made, or the failure of the newest one. */
function RunState({ run }: { run: BackupRun | null }) {
  const { t } = useTranslation();
  const { size } = useServerFormats();
  const formats = useFormats();
  if (run?.isRunning) {
    // The estimate counts indexes that are not copied, and texts on disk are packed.
    const part = Math.min(99, Math.floor((100 * run.doneBytes) / Math.max(1, run.totalBytes)));
    return (
      <div className={classes.run} role="status">
        {t('backups.running', { done: size(run.doneBytes) })}
        <Progress value={part} aria-label={t('backups.progress')} />
      </div>
    );
  }
  if (run?.failure) {
    return (
      <p className={classes.away} role="alert">
        {t('backups.failed', { date: formats.dateTime(run.startedAtMs), reason: run.failure })}
      </p>
    );
  }
  return null;
}

function BackupTable({ state: { backups } }: { state: BackupState }) {
  const { t } = useTranslation();
  if (backups.length === 0) {
    return (
      <EmptyState
        icon={<IconArchive size={44} stroke={1.5} aria-hidden />}
        title={t('backups.none')}
        text={t('backups.noneText')}
      />
    );
  }
  return (
    <ScrollRegion className={classes.scroller} label={t('server.view.backups')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('backups.file')}</th>
            <th scope="col">{t('backups.made')}</th>
            <th scope="col" className={classes.number}>
              {t('server.size')}
            </th>
            <th scope="col" aria-label={t('server.actions')} />
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function BackupRow({ backup: { name, kind, madeAtMs, sizeBytes } }: { backup: StoredBackup }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { size, ago } = useServerFormats();
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteBackup(name),
    onSettled: () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  async function remove() {
    const isSure = await confirm({
      title: t('backups.deleteTitle'),
      text: t('backups.deleteText', { name, date: formats.dateTime(madeAtMs) }),
      yes: t('backups.delete'),
      isDestructive: true,
    });
    if (isSure) deleting.mutate();
  }
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={classes.under}>{t(`backups.kind.${kind}`)}</span>
      </th>
      <td className={classes.nowrap}>
        {ago(serverNowMs() - madeAtMs)}
        <span className={classes.under}>{formats.dateTime(madeAtMs)}</span>
      </td>
      <td className={classes.number}>{size(sizeBytes)}</td>
      <td className={classes.action}>
        <Tooltip label={t('backups.download')}>
          <ActionIcon
            component="a"
            href={backupAddress(name)}
            download={name}
            aria-label={`${t('backups.download')} ${name}`}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('backups.delete')}>
          <ActionIcon
            loading={deleting.isPending}
            aria-label={`${t('backups.delete')} ${name}`}
            onClick={() => void remove()}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}
