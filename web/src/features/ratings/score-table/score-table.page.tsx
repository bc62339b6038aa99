import { DEFAULT_POINTS } from '@balloon/contracts/ratings/default-points.ts';
import { Navigate, useParams } from 'react-router';
import { positiveIds, ratingPath, scoresPath } from '#features/ratings/rating-index.url.ts';
import { ScoreTableScreen } from '#features/ratings/score-table/score-table-screen.tsx';

/** /rating/create/{contests}: points of people over the chosen contests. */
export function Component() {
  const contestIds = positiveIds(useParams().contests);
  const back = ratingPath({ view: 'contests', page: 1, query: '', groupId: null, contestIds });
  if (contestIds.length === 0) return <Navigate replace to={back} />;
  return (
    <ScoreTableScreen
      contestIds={contestIds}
      back={back}
      pathWith={(points) => scoresPath(contestIds, points, DEFAULT_POINTS)}
    />
  );
}
