import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { totalsOf } from '#features/ratings/computing/use-computations.ts';
import classes from '#features/ratings/rating-admin.module.css';
import { useFormats } from '#shared/text/format.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';

export interface ComputationHistoryProps {
  computations: readonly RatingComputation[];
  isUndoing: boolean;
  onShow: (number: number) => void;
  onUndo: (computation: RatingComputation) => void;
}

/** Computations, newest first; the last stored one can be undone. */
export function ComputationHistory({ computations, isUndoing, onShow, onUndo }: ComputationHistoryProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.history} aria-labelledby="rating-history">
      <h2 className={classes.subtitle} id="rating-history">
        {t('ratingAdmin.history')}
      </h2>
      {computations.length === 0 && (
        <EmptyState
          icon={<IconHistory size={44} stroke={1.4} aria-hidden />}
          title={t('ratingAdmin.noHistoryTitle')}
          text={t('ratingAdmin.noHistoryText')}
        />
      )}
      <ul className={classes.list}>
        {computations.map((computation) => (
          <li key={computation.number} className={classes.computation}>
            <Facts computation={computation} />
            {computation.hasResults && (
              <Button variant="subtle" onClick={() => onShow(computation.number)}>
                {t('ratingAdmin.show')}
              </Button>
            )}
            {computation.canUndo && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                loading={isUndoing}
                onClick={() => onUndo(computation)}
              >
                {t('ratingAdmin.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ computation }: { computation: RatingComputation }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { number, state, group, computedAtMs, computedBy, undoneAtMs, undoneBy } = computation;
  const { people } = totalsOf(computation);
  return (
    <div className={classes.facts}>
      <span className={classes.line}>
        <span className={classes.serial}>#{number}</span>
        <span className={classes.state} data-state={state}>
          {t(`ratingAdmin.state.${state}`)}
        </span>
        <span>{group?.name ?? t('ratingAdmin.allGroups')}</span>
      </span>
      <span className={classes.second}>
        <time dateTime={new Date(computedAtMs).toISOString()}>{formats.dateTime(computedAtMs)}</time>
        {computedBy && <span>{computedBy.fullName || computedBy.username}</span>}
        {people > 0 && (
          <span>{t('ratingAdmin.peopleNumber', { count: people, number: formats.number(people) })}</span>
        )}
        {undoneAtMs !== null && (
          <span>
            {t('ratingAdmin.undoneBy', {
              name: undoneBy?.fullName || undoneBy?.username || '—',
              time: formats.dateTime(undoneAtMs),
            })}
          </span>
        )}
      </span>
    </div>
  );
}
