import type { GroupEffect, RatingMove } from '@balloon/contracts/ratings/rating-computations.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ComputationChoice, computationPath } from '#features/ratings/admin-ratings.url.ts';
import { MOVES_PAGE_SIZE, movesQuery } from '#features/ratings/computing/computations.data.ts';
import classes from '#features/ratings/rating-admin.module.css';
import rowClasses from '#features/ratings/rating-rows.module.css';
import { RatingDelta, RatingValue } from '#features/ratings/rating-value.tsx';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 200;
const PAGER_REACH = 5;
const ORDERS = ['place', 'rise', 'fall'] as const;

export interface RatingMovesProps {
  effect: GroupEffect;
  number: number;
  choice: ComputationChoice;
  onChange: (change: Partial<ComputationChoice>) => void;
}

/** People of a group with place and rating before a computation and by it. */
export function RatingMoves({ effect, number, choice, onChange }: RatingMovesProps) {
  const { t } = useTranslation();
  const { order, query, page } = choice;
  const groupId = effect.group.id;
  const moves = useQuery(movesQuery({ number, groupId, order, query, page }));
  const { data, error, refetch, isPlaceholderData } = moves;
  return (
    <section className={classes.moves} aria-label={effect.group.name}>
      <h3 className={classes.movesTitle}>{t('ratingAdmin.movesOf', { name: effect.group.name })}</h3>
      <search className={classes.toolbar}>
        <SearchField
          label={t('rating.searchPeople')}
          query={query}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={(text) => onChange({ query: text, groupId })}
        />
        <NativeSelect
          aria-label={t('ratingAdmin.order')}
          value={order}
          data={ORDERS.map((value) => ({ value, label: t(`ratingAdmin.order.${value}`) }))}
          onChange={(event) =>
            onChange({ order: ORDERS.find((one) => one === event.target.value) ?? 'place', groupId })
          }
        />
      </search>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPlaceholder />}
      {data?.total === 0 && <p className={classes.note}>{t('rating.nobodyTitle')}</p>}
      {data && data.total > 0 && (
        <div className={rowClasses.scroller} aria-busy={isPlaceholderData}>
          <MovesTable moves={data.moves} />
        </div>
      )}
      <Pager
        current={page}
        last={pagesNumber(data?.total ?? 0, MOVES_PAGE_SIZE)}
        reach={PAGER_REACH}
        to={(to) => computationPath({ ...choice, number, groupId, page: to })}
      />
    </section>
  );
}

function MovesTable({ moves }: { moves: readonly RatingMove[] }) {
  const { t } = useTranslation();
  return (
    <table className={rowClasses.table}>
      <caption className="visually-hidden">{t('ratingAdmin.moves')}</caption>
      <thead>
        <tr>
          <th scope="col" className={rowClasses.place}>
            {t('rating.place')}
          </th>
          <th scope="col">{t('rating.participant')}</th>
          <th scope="col" className={`${rowClasses.number} ${rowClasses.wide}`}>
            {t('ratingAdmin.before')}
          </th>
          <th scope="col" className={rowClasses.number}>
            {t('ratingAdmin.after')}
          </th>
          <th scope="col" className={rowClasses.number}>
            {t('rating.change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <MoveRow key={move.user.id} move={move} />
        ))}
      </tbody>
    </table>
  );
}

function MoveRow({ move }: { move: RatingMove }) {
  const { t } = useTranslation();
  const { user, placeBefore, placeAfter, ratingBefore, ratingAfter } = move;
  return (
    <tr>
      <td className={rowClasses.place}>
        {placeAfter ?? '—'}
        <span className={rowClasses.under}>
          {placeBefore !== null &&
            placeBefore !== placeAfter &&
            t('ratingAdmin.placeBefore', { place: placeBefore })}
        </span>
      </td>
      <th scope="row">{user.fullName || user.username}</th>
      <td className={`${rowClasses.number} ${rowClasses.wide}`}>
        {ratingBefore === null ? t('ratingAdmin.new') : <RatingValue rating={ratingBefore} />}
      </td>
      <td className={rowClasses.number}>
        {ratingAfter === null ? t('ratingAdmin.leaves') : <RatingValue rating={ratingAfter} />}
      </td>
      <td className={rowClasses.number}>
        {ratingBefore === null && <span className={rowClasses.narrow}>{t('ratingAdmin.new')}</span>}
        {ratingBefore !== null && ratingAfter !== null && <RatingDelta change={ratingAfter - ratingBefore} />}
      </td>
    </tr>
  );
}
