import { Navigate, useParams } from 'react-router';
import { readChoice } from '#features/contest-list/contest-list.url.ts';
import { adminTablePath, contestsForTablePath } from '#features/ratings/admin-ratings.url.ts';
import { positiveIds } from '#features/ratings/rating-index.url.ts';
import { ScoreTableScreen } from '#features/ratings/score-table/score-table-screen.tsx';

/** /admin/rating/table/{contests}: points of people over the chosen contests. */
export function Component() {
  const contestIds = positiveIds(useParams().contests);
  const listing = { ...readChoice(undefined, new URLSearchParams()), sort: 'byId' } as const;
  const back = contestsForTablePath({ listing, contestIds });
  if (contestIds.length === 0) return <Navigate replace to={back} />;
  return (
    <ScoreTableScreen
      contestIds={contestIds}
      back={back}
      pathWith={(points) => adminTablePath(contestIds, points)}
    />
  );
}
