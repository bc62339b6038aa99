import { useEffect, useState } from 'react';

/**
 * The step at which the ceremony of a contest stands, the same in all windows of this browser: the presenter's, which moves
 * it, and those of the audience, which follow.
 */
export function useStep(contestId: number, last: number): [number, (step: number) => void] {
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
    };
    channel.addEventListener('message', answer);
    return () => channel.removeEventListener('message', answer);
  }, [channel, step]);
  useEffect(() => channel?.postMessage('where'), [channel]);
  const move = (wanted: number) => {
    const next = Math.min(last, Math.max(0, wanted));
    setStep(next);
    channel?.postMessage(next);
  };
  return [step, move];
}
