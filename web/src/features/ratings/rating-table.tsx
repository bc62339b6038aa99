import type { RatingTableRow } from '@balloon/contracts/ratings/ratings.ts';
import { useTranslation } from 'react-i18next';
import { RatedName } from '#features/ratings/rated-name.tsx';
import classes from '#features/ratings/rating-index.module.css';
import rowClasses from '#features/ratings/rating-rows.module.css';
import { RatingTableHead } from '#features/ratings/rating-table-head.tsx';
import { RatingDelta, RatingValue } from '#features/ratings/rating-value.tsx';
import { useFormats } from '#shared/text/format.ts';

export interface RatingTableProps {
  rows: readonly RatingTableRow[];
  /** The viewer's own row, pinned on top when it is not among those shown. */
  own: RatingTableRow | undefined;
  groupId: number;
}

/** A page of a group, ordered by rating. */
export function RatingTable({ rows, own, groupId }: RatingTableProps) {
  const isOwnElsewhere = own !== undefined && !rows.includes(own);
  return (
    <div className={rowClasses.scroller}>
      <table className={rowClasses.table}>
        <RatingTableHead hasLastContest />
        {isOwnElsewhere && (
          <tbody>
            <Row row={own} isOwn groupId={groupId} />
          </tbody>
        )}
        <tbody>
          {rows.map((row) => (
            <Row key={row.userId} row={row} isOwn={row.userId === own?.userId} groupId={groupId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, isOwn, groupId }: { row: RatingTableRow; isOwn: boolean; groupId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <tr data-own={isOwn || undefined}>
      <td className={rowClasses.place}>{row.groupRank}</td>
      <th scope="row">
        <RatedName user={row.User} groupId={groupId} />
        {isOwn && <span className={classes.you}>{t('common.you')}</span>}
      </th>
      <td className={rowClasses.wide} title={formats.date(row.Contest.startTimeMs)}>
        {row.Contest.name}
      </td>
      <td className={rowClasses.number}>
        <RatingDelta change={row.ratingChange} />
      </td>
      <td className={rowClasses.number}>
        <RatingValue rating={row.ratingAfter} />
      </td>
    </tr>
  );
}
