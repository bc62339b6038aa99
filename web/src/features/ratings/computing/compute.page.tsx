import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { Button, Select } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  type ComputationChoice,
  computationPath,
  readComputationChoice,
} from '#features/ratings/admin-ratings.url.ts';
import { ComputationEffects } from '#features/ratings/computing/computation-effects.tsx';
import { ComputationHistory } from '#features/ratings/computing/computation-history.tsx';
import { ComputationProgress } from '#features/ratings/computing/computation-progress.tsx';
import { computationsQuery } from '#features/ratings/computing/computations.data.ts';
import { UndecidedNotice } from '#features/ratings/computing/undecided-notice.tsx';
import { useComputations } from '#features/ratings/computing/use-computations.ts';
import classes from '#features/ratings/rating-admin.module.css';
import { RatingAdminTabs } from '#features/ratings/rating-admin-tabs.tsx';
import { ratedGroupsQuery } from '#features/ratings/ratings.data.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/rating/compute: computes ratings, shows who moves where before they count, and undoes the last computation. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('ratingAdmin.compute'));
  const { data, error, refetch } = useQuery(computationsQuery);
  return (
    <>
      <ListHead title={t('admin.rating')}>
        <RatingAdminTabs current="compute" />
      </ListHead>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <FormPlaceholder />}
      {data && <Computations computations={data} />}
    </>
  );
}

const UNDECIDED: readonly string[] = ['running', 'preview'];

function Computations({ computations }: { computations: readonly RatingComputation[] }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const choice = readComputationChoice(search);
  const change = useAddressChange(choice, computationPath);
  const go = (changed: Partial<ComputationChoice>) => change({ page: 1, ...changed });
  const actions = useComputations();
  const undecided = computations.find(({ state }) => UNDECIDED.includes(state));
  const shown = computations.find(({ number }) => number === choice.number) ?? undecided;
  return (
    <>
      <Start
        isRunning={undecided?.state === 'running' || actions.start.isPending}
        onStart={(groupId) => {
          go({ number: null, groupId: null, query: '' });
          actions.start.mutate(groupId);
        }}
      />
      {shown?.state === 'running' && (
        <ComputationProgress computation={shown} onCancel={() => actions.discard.mutate(shown.number)} />
      )}
      {shown && (shown.state === 'preview' || shown.hasResults) && (
        <section className={classes.result} aria-label={t('ratingAdmin.result')}>
          <div className={classes.resultHead}>
            <h2 className={classes.subtitle}>
              {t(shown.state === 'preview' ? 'ratingAdmin.previewTitle' : 'ratingAdmin.resultTitle', {
                number: shown.number,
              })}
            </h2>
            {shown.state === 'preview' && (
              <div className={classes.buttons}>
                <Button
                  variant="default"
                  loading={actions.discard.isPending}
                  onClick={() => actions.discard.mutate(shown.number)}
                >
                  {t('ratingAdmin.discard')}
                </Button>
                <Button loading={actions.isDeciding} onClick={() => actions.store(shown)}>
                  {t('ratingAdmin.store')}
                </Button>
              </div>
            )}
          </div>
          {shown.state === 'preview' && <p className={classes.note}>{t('ratingAdmin.previewText')}</p>}
          <UndecidedNotice computation={shown} />
          <ComputationEffects computation={shown} choice={choice} onChange={go} />
        </section>
      )}
      <ComputationHistory
        computations={computations}
        isUndoing={actions.isDeciding}
        onShow={(number) => go({ number, groupId: null, query: '' })}
        onUndo={actions.undo}
      />
    </>
  );
}

/** All groups or one, and the button that starts. */
function Start({ isRunning, onStart }: { isRunning: boolean; onStart: (groupId: number | null) => void }) {
  const { t } = useTranslation();
  const { data: groups = [] } = useQuery(ratedGroupsQuery);
  const [groupId, setGroupId] = useState('');
  return (
    <div className={classes.start}>
      <Select
        className={classes.group ?? ''}
        label={t('ratingAdmin.scope')}
        data={[
          { value: '', label: t('ratingAdmin.allGroups') },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={groupId}
        onChange={(value) => setGroupId(value ?? '')}
        allowDeselect={false}
        searchable={groups.length > 7}
      />
      <Button
        leftSection={<IconCalculator size={18} aria-hidden />}
        loading={isRunning}
        onClick={() => onStart(groupId === '' ? null : Number(groupId))}
      >
        {t('ratingAdmin.start')}
      </Button>
      <p className={classes.note}>{t('ratingAdmin.startText')}</p>
    </div>
  );
}
