import type { SandboxMode } from '#sandbox/sandbox.ts';

/** Losses of each mode against `full`, each with the command that mends it. */
const LOST: Record<SandboxMode, readonly string[]> = {
  full: [],
  delegated: ['All slots share one user; run the judge as root to give each slot its own.'],
  namespaces: [
    'Reduced: memory and CPU time of process groups are not exact. Run the judge as root, or with delegated cgroups: systemd-run --user --scope -p Delegate=yes npm run -s balloon -- judge',
  ],
  plain: ['No isolation at all: for development only, never for a contest.'],
};

/**
 * Lists warnings for the operator, a line for each loss.
 *
 * @param reason the helper's reason for missing cgroups; empty when none are missing
 */
export function warningsFor(mode: SandboxMode, reason: string): string[] {
  return [...LOST[mode], ...(reason === '' ? [] : [`Cgroups: ${reason}.`])];
}
