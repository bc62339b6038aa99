import type { RejudgingEffects } from '@balloon/contracts/solutions/rejudgings.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/rejudgings/rejudgings.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

type Moved = RejudgingEffects['moved'][number];

/** What applying would do to ranks, medals and first solves. @param isFinal false while judges are at it */
export function EffectsView({ effects, isFinal }: { effects: RejudgingEffects; isFinal: boolean }) {
  const { t } = useTranslation();
  const { movedNumber, medalsNumber, moved, firstSolves, rowsNumber } = effects;
  return (
    <section>
      <h2 className={classes.part}>{t('rejudgings.effects')}</h2>
      <p className={classes.note}>
        {!isFinal && `${t('rejudgings.effectsSoFar')} `}
        {movedNumber === 0
          ? t('rejudgings.noRows')
          : t('rejudgings.rows', { count: movedNumber, all: rowsNumber })}{' '}
        {medalsNumber > 0 && t('rejudgings.medals', { count: medalsNumber })}
      </p>
      {firstSolves.length > 0 && <FirstSolves firstSolves={firstSolves} />}
      {moved.length > 0 && (
        <ScrollRegion as="div" className={classes.box} label={t('rejudgings.effects')}>
          <table className={`${classes.table} ${classes.effects}`}>
            <thead>
              <tr>
                <th scope="col">{t('rejudgings.participant')}</th>
                <th scope="col" className={classes.figure}>
                  {t('rejudgings.rank')}
                </th>
                <th scope="col" className={classes.figure}>
                  {t('rejudgings.solved')}
                </th>
                <th scope="col" className={classes.figure}>
                  {t('rejudgings.penalty')}
                </th>
                <th scope="col">{t('rejudgings.medal')}</th>
              </tr>
            </thead>
            <tbody>
              {moved.map((row) => (
                <MovedRow key={row.user.id} row={row} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {movedNumber > moved.length && (
        <p className={classes.note}>{t('rejudgings.firstShown', { count: moved.length })}</p>
      )}
    </section>
  );
}

function MovedRow({ row: { user, before, after } }: { row: Moved }) {
  const { t } = useTranslation();
  const medalOf = (place: Moved['before']) => (place?.medal ? t(`rejudgings.medalName.${place.medal}`) : '—');
  return (
    <tr>
      <th scope="row">{user.fullName || user.username}</th>
      <td className={classes.figure}>{change(before?.rank ?? undefined, after?.rank ?? undefined)}</td>
      <td className={classes.figure}>{change(before?.solved, after?.solved)}</td>
      <td className={classes.figure}>{change(before?.penaltyMin, after?.penaltyMin)}</td>
      <td>{change(medalOf(before), medalOf(after))}</td>
    </tr>
  );
}

function FirstSolves({ firstSolves }: Pick<RejudgingEffects, 'firstSolves'>) {
  const { t } = useTranslation();
  const nameOf = (user: RejudgingEffects['firstSolves'][number]['before']) =>
    user ? user.fullName || user.username : t('rejudgings.nobody');
  return (
    <ul className={classes.firsts}>
      {firstSolves.map(({ problemId, symbolIndex, before, after }) => (
        <li key={problemId}>
          {t('rejudgings.firstSolve', { problem: symbolIndex, before: nameOf(before), after: nameOf(after) })}
        </li>
      ))}
    </ul>
  );
}

function change<T extends number | string>(before: T | undefined, after: T | undefined): string {
  const [from, to] = [String(before ?? '—'), String(after ?? '—')];
  return from === to ? from : `${from} → ${to}`;
}
