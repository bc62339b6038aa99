import type { Sandbox } from '#sandbox/sandbox.ts';

/** A sandbox as its judge knows it, and those who look at the host from outside. */
export interface RunningSandbox extends Sandbox {
  readonly helperPid: number | undefined;
  /** Aborts when the helper ended although nobody closed the sandbox; the reason says why. */
  readonly died: AbortSignal;
}
