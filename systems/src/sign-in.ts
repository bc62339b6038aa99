import { OutsideError } from '#failures.ts';
import type { Session } from '#outside-system.ts';

/** Time in ms until a sign-in that was refused may be tried again. */
export const SIGN_IN_AGAIN_MS = 600_000;

/**
 * Signs in where an adapter finds that its session has ended. A sign-in that the system has refused is not made again
 * with every look and poll: systems lock accounts for that.
 *
 * @param name which sign-in it is, where a system has several
 * @throws {OutsideError} `signedOut`, without asking anybody when it was refused a short while ago
 */
export async function signInUnlessRefused<Result>(
  { refusedSignIns, nowMs }: Session,
  signIn: () => Promise<Result>,
  name = '',
): Promise<Result> {
  const refused = refusedSignIns?.get(name);
  if (refused && Math.abs(nowMs() - refused.atMs) < SIGN_IN_AGAIN_MS)
    throw new OutsideError('signedOut', refused.message);
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof OutsideError && error.kind === 'signedOut')
      refusedSignIns?.set(name, { atMs: nowMs(), message: error.message });
    throw error;
  }
}
