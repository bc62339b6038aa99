import type { RejudgingDetail } from '@balloon/contracts/solutions/rejudgings.ts';
import { Button, Progress } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ChangedTable } from '#features/rejudgings/changed-table.tsx';
import { EffectsView } from '#features/rejudgings/effects-view.tsx';
import { RejudgingMatrix } from '#features/rejudgings/rejudging-matrix.tsx';
import { StateName } from '#features/rejudgings/rejudging-table.tsx';
import { rejudgingQuery, useEnding } from '#features/rejudgings/rejudgings.data.ts';
import classes from '#features/rejudgings/rejudgings.module.css';
import { rejudgingsPath } from '#features/rejudgings/rejudgings.url.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/contests/{id}/rejudgings/{id}: what a rejudging found, and what applying it would do. */
export function Component() {
  const { t } = useTranslation();
  const params = useParams();
  const [contestId, rejudgingId] = [Number(params.contestId), Number(params.rejudgingId)];
  const { data, error, refetch } = useQuery(rejudgingQuery(contestId, rejudgingId));
  usePageTitle(t('rejudgings.titleOne', { id: rejudgingId }));
  return (
    <div className={classes.page}>
      <BackLink to={rejudgingsPath(contestId)}>{t('rejudgings.toList')}</BackLink>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPlaceholder />}
      {data && <Detail contestId={contestId} rejudging={data} />}
    </div>
  );
}

function Detail({ contestId, rejudging }: { contestId: number; rejudging: RejudgingDetail }) {
  const { t } = useTranslation();
  const { state, reason, effects, endedRuns, runsNumber } = rejudging;
  const isOpen = state === 'judging' || state === 'ready';
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>{reason}</h1>
        <p className={classes.facts}>
          <StateName rejudging={rejudging} /> · <Facts rejudging={rejudging} />
        </p>
      </header>
      {state === 'judging' && (
        <Progress value={(100 * endedRuns) / runsNumber} aria-label={t('rejudgings.progress')} />
      )}
      {isOpen && <Endings contestId={contestId} rejudging={rejudging} />}
      <RejudgingMatrix matrix={rejudging.matrix} />
      {effects && <EffectsView effects={effects} isFinal={state === 'ready'} />}
      <ChangedTable contestId={contestId} rejudging={rejudging} />
    </>
  );
}

function Facts({ rejudging }: { rejudging: RejudgingDetail }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const { author, createdAtMs, endedAtMs, endedBy, solutionsNumber, repeats } = rejudging;
  const facts = [
    t('rejudgings.solutionsCount', { count: solutionsNumber, number: number(solutionsNumber) }),
    repeats > 1 && t('rejudgings.runsEach', { count: repeats }),
    t('rejudgings.begunBy', { at: dateTime(createdAtMs), name: author?.fullName || author?.username || '—' }),
    endedAtMs !== null &&
      t('rejudgings.endedBy', {
        at: dateTime(endedAtMs),
        name: endedBy?.fullName || endedBy?.username || '—',
      }),
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}

function Endings({ contestId, rejudging }: { contestId: number; rejudging: RejudgingDetail }) {
  const { t } = useTranslation();
  const ending = useEnding(contestId, rejudging.id);
  const counted = rejudging.changed.filter(({ kept }) => kept === null).length;
  const changes = rejudging.changedNumber - (rejudging.changed.length - counted);
  async function apply() {
    const text = changes === 0 ? t('rejudgings.applyNothing') : t('rejudgings.applyText', { count: changes });
    const isWanted = await confirm({ title: t('rejudgings.applyTitle'), text, yes: t('rejudgings.apply') });
    if (isWanted) ending.mutate('apply');
  }
  async function cancel() {
    const isWanted = await confirm({
      title: t('rejudgings.cancelTitle'),
      text: t('rejudgings.cancelText'),
      yes: t('rejudgings.cancel'),
      no: t('rejudgings.keep'),
      isDestructive: true,
    });
    if (isWanted) ending.mutate('cancel');
  }
  return (
    <div className={classes.actions}>
      <Button
        leftSection={<IconCheck size={18} aria-hidden />}
        disabled={rejudging.state !== 'ready'}
        loading={ending.isPending}
        onClick={() => void apply()}
      >
        {t('rejudgings.apply')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={18} aria-hidden />}
        disabled={ending.isPending}
        onClick={() => void cancel()}
      >
        {t('rejudgings.cancel')}
      </Button>
    </div>
  );
}
