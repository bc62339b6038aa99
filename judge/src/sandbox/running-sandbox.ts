import type { Sandbox } from '#sandbox/sandbox.ts';

/** A sandbox whose helper can be named, for those who look at the host from outside. */
export interface RunningSandbox extends Sandbox {
  readonly helperPid: number | undefined;
}
