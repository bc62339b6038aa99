import { useEffect, useState } from 'react';

/** Way of a window to say that results are to be read anew. */
const ANEW = 'anew';

export interface Steps {
  step: number;
  move(step: number): void;
  /** Goes on with new results, in all windows. */
  goOnAnew(step: number): void;
}

/**
 * The step at which the ceremony of a contest stands, the same in all windows of this browser: the presenter's, which moves
 * it, and those of the audience, which follow.
 *
 * @param onAnew another window goes on with new results
 */
export function useStep(contestId: number, last: number, onAnew: () => void): Steps {
  const [step, setStep] = useState(0);
  const [channel, setChannel] = useState<BroadcastChannel | null>(null);
  useEffect(() => {
    const opened = new BroadcastChannel(`ceremony ${contestId}`);
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number') setStep(data);
    });
    setChannel(opened);
    return () => opened.close();
  }, [contestId]);
  useEffect(() => {
    // A window that opens late asks where the others are.
    if (channel === null) return;
    const answer = ({ data }: MessageEvent<unknown>) => {
      if (data === 'where') channel.postMessage(step);
      if (data === ANEW) onAnew();
    };
    channel.addEventListener('message', answer);
    return () => channel.removeEventListener('message', answer);
  }, [channel, step, onAnew]);
  useEffect(() => channel?.postMessage('where'), [channel]);
  const tell = (next: number) => {
    setStep(next);
    channel?.postMessage(next);
  };
  return {
    step,
    move: (wanted) => tell(Math.min(last, Math.max(0, wanted))),
    goOnAnew(next) {
      channel?.postMessage(ANEW);
      tell(next);
    },
  };
}
