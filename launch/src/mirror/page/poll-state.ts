import type { MirrorState } from '#mirror/mirror-state.ts';

const EVERY_MS = 4_000;
/** Part of the pause that is random, so that viewers do not ask at the same moment. */
const JITTER = 0.5;
/** Longest pause while nobody answers. */
const MOST_MS = 60_000;

export interface Polled {
  state: MirrorState;
  /** Clock of who answers minus the own clock, in ms. */
  clockMs: number;
}

/** Asks for the state again and again while the page is visible; `null` when nobody answers. */
export async function pollState(tell: (polled: Polled | null) => void): Promise<never> {
  for (let failures = 0; ; ) {
    const polled = await readState();
    failures = polled === null ? failures + 1 : 0;
    tell(polled);
    const pauseMs = Math.min(MOST_MS, EVERY_MS * 2 ** failures);
    await sleep(pauseMs * (1 - JITTER / 2 + JITTER * Math.random()));
    await untilVisible();
  }
}

async function readState(): Promise<Polled | null> {
  try {
    const response = await fetch('state.json', { cache: 'no-cache', signal: AbortSignal.timeout(20_000) });
    if (!response.ok) return null;
    const state = (await response.json()) as MirrorState;
    return { state, clockMs: clockOf(response.headers) };
  } catch {
    return null;
  }
}

/** A cache tells how old its answer is. */
function clockOf(headers: Headers): number {
  const dateMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return 0;
  return dateMs + 1000 * Number(headers.get('age') ?? 0) - Date.now();
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function untilVisible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
