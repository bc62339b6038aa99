import type { AudienceView } from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { useEffect, useState } from 'react';
import { get } from '#shared/api/calls/api.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';

/** Pause after a failure, and least time between two answers without news, in ms. */
const PAUSE_MS = 2_000;
/** A question that is not answered within this time in ms has been lost on the way: the server waits 25 s. */
const LOST_AFTER_MS = 40_000;

interface Followed {
  view: AudienceView | null;
  /** Whether the code shows nothing any more. */
  isEnded: boolean;
  /** Whether the server cannot be reached; the last view stays. */
  isAway: boolean;
}

/** What a code shows, followed for as long as the page is open; each question waits at the server for the next step. */
export function useAudienceView(code: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ view: null, isEnded: false, isAway: false });
  useEffect(() => {
    const leaving = new AbortController();
    setFollowed({ view: null, isEnded: false, isAway: false });
    void follow(code, leaving.signal, (news) => setFollowed((before) => ({ ...before, ...news })));
    return () => leaving.abort();
  }, [code]);
  return followed;
}

async function follow(code: string, leaving: AbortSignal, tell: (news: Partial<Followed>) => void) {
  let after: number | undefined;
  while (!leaving.aborted) {
    const askedAtMs = performance.now();
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(LOST_AFTER_MS)]);
    try {
      const view = await get<AudienceView | null>(`/api/ceremony/${encodeURIComponent(code)}`, {
        ...{ query: { after }, signal },
      });
      if (leaving.aborted) return;
      after = view?.version ?? after;
      tell({ isAway: false, ...(view && { view }) });
      const isEarly = view === null && performance.now() - askedAtMs < PAUSE_MS;
      if (isEarly) await pause(leaving); // the server has no room for waiting, or is about to go
    } catch (error) {
      if (leaving.aborted) return;
      if (error instanceof ApiError && error.status === 404) return tell({ isEnded: true });
      tell({ isAway: true });
      await pause(leaving);
    }
  }
}

function pause(leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    leaving.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
