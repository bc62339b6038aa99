import type { Sandbox } from '#sandbox/sandbox.ts';

/** Sandbox as seen by its judge and by tools that inspect the host from outside. */
export interface RunningSandbox extends Sandbox {
  readonly helperPid: number | undefined;
  /** Signal that aborts when the sandbox cannot go on, since helpers die one after another; the reason says why. */
  readonly died: AbortSignal;
}
