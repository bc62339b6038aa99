import type { GroupEffect, RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ComputationChoice, computationPath } from '#features/ratings/admin-ratings.url.ts';
import { RatingMoves } from '#features/ratings/computing/rating-moves.tsx';
import classes from '#features/ratings/rating-admin.module.css';
import rowClasses from '#features/ratings/rating-rows.module.css';
import { EmptyState } from '#shared/ui/states/states.tsx';

export interface ComputationEffectsProps {
  computation: RatingComputation;
  choice: ComputationChoice;
  onChange: (change: Partial<ComputationChoice>) => void;
}

const COUNTS = ['people', 'risen', 'fallen', 'newcomers', 'gone'] as const;

/** What a computation means for each group, and for the people of one of them. */
export function ComputationEffects({ computation, choice, onChange }: ComputationEffectsProps) {
  const { t } = useTranslation();
  const { groups, number } = computation;
  const shown = groups.find(({ group }) => group.id === choice.groupId) ?? groups[0];
  if (!shown) {
    return (
      <EmptyState
        icon={<IconUsersGroup size={44} stroke={1.4} aria-hidden />}
        title={t('ratingAdmin.nobodyTitle')}
        text={t('ratingAdmin.nobodyText')}
      />
    );
  }
  return (
    <>
      <div className={rowClasses.scroller}>
        <table className={classes.effects}>
          <caption className="visually-hidden">{t('ratingAdmin.effects')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('rating.group')}</th>
              {COUNTS.map((name) => (
                <th key={name} scope="col" className={classes.numberHead}>
                  {t(`ratingAdmin.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((effect) => (
              <EffectRow
                key={effect.group.id}
                effect={effect}
                isShown={effect === shown}
                to={computationPath({ ...choice, number, groupId: effect.group.id, page: 1 })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <RatingMoves effect={shown} number={number} choice={choice} onChange={onChange} />
    </>
  );
}

function EffectRow({ effect, isShown, to }: { effect: GroupEffect; isShown: boolean; to: string }) {
  return (
    <tr data-shown={isShown || undefined}>
      <th scope="row">
        <Link className={classes.groupLink} to={to} replace aria-current={isShown ? 'true' : undefined}>
          <span className={classes.dot} style={{ background: effect.group.color }} aria-hidden />
          {effect.group.name}
        </Link>
      </th>
      {COUNTS.map((name) => (
        <td key={name} className={classes.number} data-nothing={effect[name] === 0 || undefined}>
          {effect[name]}
        </td>
      ))}
    </tr>
  );
}
