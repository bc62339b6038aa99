import { useState } from 'react';
import { staleFacts } from '#features/audit/stale-notice.tsx';

/**
 * The revision of a contest that a form was opened with, on which what it sends is based: minutes that are meant in all
 * would else replace those that somebody has given meanwhile. A refusal tells of the newer one, which is on the screen then.
 */
export function useSeenRevision(present: number) {
  const [seen, setSeen] = useState(present);
  return {
    seen,
    /** Takes note of a refusal, after which the next sending is based on what its sender was told of. */
    noteRefusal: (error: unknown) => setSeen((known) => staleFacts(error)?.version ?? known),
  };
}
