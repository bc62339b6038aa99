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

const IGNORES_SWAP =
  'Swap: this kernel does not count it, so programs may use swap beyond their memory limit. Switch it off: swapoff -a, and remove it from /etc/fstab.';

/** What the helper misses on this machine. */
interface Losses {
  /** Reason for missing cgroups; empty when none are missing. */
  lost: string;
  ignoresSwap: boolean;
}

/** Lists warnings for the operator, a line for each loss. */
export function warningsFor(mode: SandboxMode, { lost, ignoresSwap }: Losses): string[] {
  return [
    ...LOST[mode],
    ...(lost === '' ? [] : [`Cgroups: ${lost}.`]),
    ...(ignoresSwap ? [IGNORES_SWAP] : []),
  ];
}
