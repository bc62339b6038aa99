import { DRAFT_EVERY_MS } from '@balloon/contracts/hall/draft-limits.ts';
import type { DraftKept, KeepDraft } from '@balloon/contracts/hall/drafts.ts';
import type { Language } from '@balloon/contracts/problems/problems.ts';
import { contestStatus, isMainTime } from '@balloon/domain/contests/contest-phase.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import type { Draft } from '#features/send/use-draft.ts';
import { post } from '#shared/api/calls/api.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';

/** Shortest time between an edit and its snapshot, ms: the first letters say little. */
const SETTLE_MS = 5_000;

/** Source of a problem as it stands in the form. */
interface Written extends Pick<KeepDraft, 'languageId' | 'source'> {
  letter: string;
  /** Whether it is neither empty nor too large. */
  isKeepable: boolean;
}

/**
 * Sends snapshots of the source to a contest that keeps drafts, while its main time runs and something changes. What
 * fails to arrive is left out: sending a solution never waits for it.
 *
 * @returns whether the contest keeps drafts of this person now
 */
export function useKeptDrafts(of: { letter: string; draft: Draft; language: Language | undefined }) {
  const contest = useCurrentContest();
  const { isSupervisor } = useMe();
  const isOn = contest.keepsDrafts && !isSupervisor && isMainTime(contestStatus(contest, serverNowMs()));
  const { letter, draft } = of;
  const isKeepable = !draft.isEmpty && !draft.isTooLarge;
  const state: Written = {
    letter,
    languageId: of.language?.id ?? null,
    source: wholeText(draft),
    isKeepable,
  };
  const { source } = state;
  const seen = useRef(state);
  const insertedAtOnce = useRef(0);
  const keptAtMs = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const keep = useEffectEvent((written: Written) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!written.isKeepable) return;
    keptAtMs.current = performance.now();
    const kept: KeepDraft = {
      symbolIndex: written.letter,
      languageId: written.languageId,
      source: written.source,
      insertedAtOnce: insertedAtOnce.current,
    };
    insertedAtOnce.current = 0;
    post<DraftKept>(`/api/contest/${contest.id}/drafts`, kept).catch(() => {});
  });
  const keepPresent = useEffectEvent(() => keep(state));

  useEffect(() => {
    const before = seen.current;
    if (before.letter === letter) return;
    // What was written for the problem that is left belongs to it.
    if (timer.current !== undefined) keep(before);
    insertedAtOnce.current = 0;
  }, [letter]);
  useEffect(() => {
    const before = seen.current;
    seen.current = state;
    if (!isOn || before.letter !== letter || before.source === source) return;
    insertedAtOnce.current = Math.max(insertedAtOnce.current, source.length - before.source.length);
    const waitMs = Math.max(SETTLE_MS, keptAtMs.current + DRAFT_EVERY_MS - performance.now());
    timer.current ??= setTimeout(keepPresent, keptAtMs.current === 0 ? SETTLE_MS : waitMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return isOn;
}

/** Text of a draft; several files stand one after the other under their names, whichever is open. */
function wholeText({ text, several }: Draft): string {
  return several?.files.map(({ name, content }) => `==== ${name}\n${content}`).join('\n') ?? text;
}
