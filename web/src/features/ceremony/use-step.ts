import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { isBehind, NOTHING_TOLD, type Position, stepWith, withStep } from '#features/ceremony/told-steps.ts';

/** What windows tell each other: where they are, and the results with which the ceremony goes on. */
type Message =
  | { kind: 'where' }
  | { kind: 'at'; at: Position }
  | { kind: 'wanted'; digest: string }
  | { kind: 'results'; results: Ceremony };

/** Pause in ms before a window asks again for results: who has them may be drawing them just now. */
const ASK_AGAIN_MS = 1_000;

export interface Steps {
  step: number;
  move(step: number): void;
  /** Goes on with new results, in all windows. */
  goOnAnew(at: Position): void;
}

/**
 * The step at which the ceremony of a contest stands, the same in all windows of this browser: the presenter's, which moves
 * it, and those of the audience, which follow. A window without the results of the presenter keeps its frame until another
 * one has given it these; it asks no server, which may have newer ones.
 *
 * @param onResults told which results to show from now on
 */
export function useStep(results: Ceremony, last: number, onResults: (results: Ceremony) => void): Steps {
  const { contest, digest, isOver } = results;
  const [told, setTold] = useState(NOTHING_TOLD);
  const [channel, setChannel] = useState<BroadcastChannel | null>(null);
  const step = stepWith(told, digest);
  const hear = useEffectEvent((message: Message, answer: (message: Message) => void) => {
    if (!isOver) return;
    if (message.kind === 'where') answer({ kind: 'at', at: told.at ?? { step, digest } });
    if (message.kind === 'at') setTold((known) => withStep(known, message.at));
    if (message.kind === 'wanted' && message.digest === digest) answer({ kind: 'results', results });
    if (message.kind === 'results' && message.results.digest === told.at?.digest) onResults(message.results);
  });
  useEffect(() => {
    const opened = new BroadcastChannel(`ceremony ${contest.id}`);
    opened.addEventListener('message', ({ data }: MessageEvent<Message>) =>
      hear(data, (answer) => opened.postMessage(answer)),
    );
    setChannel(opened);
    return () => opened.close();
  }, [contest.id]);
  useEffect(() => {
    // A window that opens late asks where the others are.
    if (isOver) channel?.postMessage({ kind: 'where' } satisfies Message);
  }, [channel, isOver]);
  const wanted = isOver && isBehind(told, digest) ? told.at?.digest : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    const ask = () => channel?.postMessage({ kind: 'wanted', digest: wanted } satisfies Message);
    ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [channel, wanted]);
  const tell = (at: Position) => {
    if (!isOver) return;
    setTold((known) => withStep(known, at));
    channel?.postMessage({ kind: 'at', at } satisfies Message);
  };
  return {
    step,
    move: (next) => tell({ step: Math.min(last, Math.max(0, next)), digest }),
    goOnAnew: tell,
  };
}
