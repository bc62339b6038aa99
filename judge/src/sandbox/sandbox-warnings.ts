import type { SandboxMode } from '#sandbox/sandbox.ts';

/** What each mode loses against `full`, and the command that mends it. */
const LOST: Record<SandboxMode, readonly string[]> = {
  full: [],
  delegated: ['All slots share one user; run the judge as root to give each slot its own.'],
  namespaces: [
    'Reduced: memory and CPU time of process groups are not exact. Run the judge as root, or with delegated cgroups: systemd-run --user --scope -p Delegate=yes npm run -s balloon -- judge',
  ],
  plain: ['No isolation at all: for development only, never for a contest.'],
};

/**
 * One line for the operator per thing that is lost.
 *
 * @param reason what the helper says about missing cgroups; empty when none are missing
 */
export function warningsFor(mode: SandboxMode, reason: string): string[] {
  return [...LOST[mode], ...(reason === '' ? [] : [`Cgroups: ${reason}.`])];
}
