import type { SandboxAbilities, SandboxMode } from '#sandbox/sandbox.ts';

/** Modes from the weakest to the strongest. */
const STRENGTH: readonly SandboxMode[] = ['plain', 'namespaces', 'delegated', 'full'];

/** Error when the sandbox of this machine is weaker than demanded; the message is one line for the operator. */
export class SandboxTooWeakError extends Error {
  override readonly name = 'SandboxTooWeakError';
}

/**
 * Refuses a sandbox that is weaker than demanded. Without a demand every sandbox that isolates is accepted; one
 * without isolation must be asked for by name, which is never right for a contest.
 *
 * @param demanded `plain` is the switch for development
 * @throws {SandboxTooWeakError}
 */
export function checkSandboxMode({ mode, warnings }: SandboxAbilities, demanded?: SandboxMode): void {
  if (STRENGTH.indexOf(mode) >= STRENGTH.indexOf(demanded ?? 'namespaces')) return;
  const remedy = warnings[0] ?? 'run the judge as root';
  throw new SandboxTooWeakError(
    demanded === undefined
      ? `This machine offers no isolation, so the judge takes no contest solutions: ${remedy} (SANDBOX_MODE=plain judges anyway, for development only)`
      : `The sandbox reaches only the mode "${mode}" and not "${demanded}": ${remedy}`,
  );
}
