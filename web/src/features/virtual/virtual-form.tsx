import type { VirtualStanding } from '@balloon/contracts/contests/virtual.ts';
import { formatDuration } from '@balloon/domain/contests/contest-time.ts';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartVirtual, virtualStandingQuery } from '#features/virtual/virtual.data.ts';
import classes from '#features/virtual/virtual.module.css';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

const DELAYS_MIN = [0, 5, 15, 60] as const;

/** Begins a virtual participation, and leads back to those that the person began. */
export function VirtualForm({
  contestId,
  onEnter,
}: {
  contestId: number;
  onEnter: (contestId: number) => void;
}) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(virtualStandingQuery(contestId));
  const [delayMin, setDelayMin] = useState(0);
  const start = useStartVirtual(contestId);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} radius="sm" />;
  return (
    <div className={classes.form}>
      <p>{t('virtual.text', { duration: formatDuration(data.durationTimeMs) })}</p>
      {data.isAllowed && (
        <SavingForm
          isSaving={start.isPending}
          className={classes.start}
          onSubmit={(event) => {
            event.preventDefault();
            start.mutate(delayMin, { onSuccess: ({ contestId: id }) => onEnter(id) });
          }}
        >
          <NativeSelect
            label={t('virtual.begins')}
            value={String(delayMin)}
            onChange={(event) => setDelayMin(Number(event.currentTarget.value))}
            data={DELAYS_MIN.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? t('virtual.now') : t('virtual.inMinutes', { count: minutes }),
            }))}
          />
          <Button type="submit" loading={start.isPending}>
            {t('virtual.start')}
          </Button>
        </SavingForm>
      )}
      {!data.isAllowed && data.runs.length === 0 && <p className={classes.closed}>{t('virtual.closed')}</p>}
      {data.runs.length > 0 && <Runs runs={data.runs} onEnter={onEnter} />}
    </div>
  );
}

function Runs({ runs, onEnter }: Pick<VirtualStanding, 'runs'> & { onEnter: (contestId: number) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nowMs = useServerNow();
  return (
    <section>
      <h3 className={classes.runsTitle}>{t('virtual.runs')}</h3>
      <ul className={classes.runs}>
        {runs.map(({ contestId, startTimeMs, durationTimeMs, acceptedSolutions }) => (
          <li key={contestId}>
            <span className={classes.when}>{formats.dateTime(startTimeMs)}</span>
            <span className={classes.solved}>{t('virtual.solved', { count: acceptedSolutions })}</span>
            <Button
              size="compact-md"
              variant={nowMs <= startTimeMs + durationTimeMs ? 'filled' : 'default'}
              onClick={() => onEnter(contestId)}
            >
              {t(nowMs <= startTimeMs + durationTimeMs ? 'virtual.goOn' : 'virtual.look')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
