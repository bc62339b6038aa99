import { useEffect, useState } from 'react';

/** Counts down a waiting time, second by second. @param sinceMs its beginning, by `Date.now()` */
export function useSecondsLeft(seconds: number | null, sinceMs: number): number {
  const [nowMs, setNowMs] = useState(0);
  const left =
    seconds === null
      ? 0
      : Math.max(0, Math.ceil((sinceMs + seconds * 1000 - Math.max(nowMs, sinceMs)) / 1000));
  const isCounting = left > 0;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isCounting]);
  return left;
}
