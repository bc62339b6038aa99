import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import type {
  CeremonyLink,
  NewCeremonyLink,
  ShowStep,
  StepShown,
} from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Medals } from '#features/ceremony/ceremony.data.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { useLocale } from '#shared/text/i18n.ts';

const AGAIN_MS = 2_000;

const path = (contestId: number) => `/api/admin/contests/${contestId}/ceremony`;

/** Whether the contest has a link for its audience, and until when. */
export function linkQuery(contestId: number) {
  return queryOptions({
    queryKey: ['ceremonyLink', contestId],
    queryFn: ({ signal }) => get<CeremonyLink>(`${path(contestId)}/link`, { signal }),
    // Presenting goes on without a connection.
    meta: { ownError: true },
  });
}

/** Makes a link; the one before ends. */
export function useOpenLink(contestId: number, onCode: (code: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<NewCeremonyLink>(`${path(contestId)}/link`),
    onSuccess: ({ code }) => onCode(code),
    onSettled: () => queryClient.invalidateQueries(linkQuery(contestId)),
  });
}

/** Ends the link. */
export function useEndLink(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => del<unknown>(`${path(contestId)}/link`),
    onSettled: () => queryClient.invalidateQueries(linkQuery(contestId)),
  });
}

/** How far the audience on other machines is behind: `null`, not at all; else why. */
export type Behind = null | 'sending' | ApiError;

/** Refusals that end: who signs in again beside this page, or waits, is heard. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429]);

/** Whether a step would be refused again, as after results have changed or where a right was lost. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.has(error.status);

interface ShownTo {
  medals: Medals;
  step: number;
  expiresAtMs: number | null;
  version: number | null;
}

/**
 * Tells the server each step while there is a link, one after the other: of steps that are made meanwhile, the last one. Each says
 * which version it follows. When another window was quicker, or a call whose answer was lost, the newest step is told once more.
 *
 * @param expiresAtMs end of the link; null without one. Another end is another link, which has seen nothing yet
 * @param version that the link showed when it was read
 */
export function useShownStep(
  { contest, digest }: Ceremony,
  { medals, step, expiresAtMs, version }: ShownTo,
): Behind {
  const locale = useLocale();
  const [behind, setBehind] = useState<Behind>(null);
  const wanted = useRef<{ key: string; body: ShowStep } | null>(null);
  const shown = useRef<string | null>(null);
  const isSending = useRef(false);
  const isGone = useRef(false);
  const link = useRef<number | null>(null);
  const known = useRef<number | null>(null);
  const queryClient = useQueryClient();
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    const body = { ...medals, locale, step, digest };
    const key = JSON.stringify(body);
    if (link.current !== expiresAtMs) {
      link.current = expiresAtMs;
      [wanted.current, shown.current, known.current] = [null, null, version];
    }
    // The audience waits until the presenter makes a step; one who comes back to the beginning shows that, too.
    const isFirst = step === 0 && shown.current === null && wanted.current === null;
    if (expiresAtMs === null || isFirst || key === (wanted.current?.key ?? shown.current)) return;
    wanted.current = { key, body };
    const send = async () => {
      if (isSending.current) return;
      isSending.current = true;
      while (wanted.current !== null && !isGone.current) {
        const sent = wanted.current;
        setBehind((before) => before ?? 'sending');
        try {
          const shownNow = await post<StepShown>(`${path(contest.id)}/step`, {
            ...sent.body,
            ...(known.current !== null && { after: known.current }),
          });
          known.current = shownNow.version;
          // Somebody else has ended the link.
          if (!shownNow.isShown) void queryClient.invalidateQueries(linkQuery(contest.id));
          shown.current = sent.key;
          if (wanted.current === sent) wanted.current = null;
          setBehind(null);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'CEREMONY_STEP_LATE') {
            known.current = Number(error.facts.version);
            continue;
          }
          setBehind(error instanceof ApiError ? error : null);
          if (isRefused(error)) {
            wanted.current = null;
            break;
          }
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
      isSending.current = false;
    };
    void send();
  }, [contest.id, digest, medals, locale, step, expiresAtMs, version, queryClient]);
  return expiresAtMs === null ? null : behind;
}
