import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import type { Credentials } from '#shared/api/queries/session.ts';

interface Steps {
  signUp: () => Promise<unknown>;
  enter: () => Promise<void>;
}

/**
 * Registration over an unstable connection. When the answer to a try is lost, the account may be there, and its username would
 * be refused as taken: the next try with the same username and password signs in first.
 */
export class Registration {
  #unanswered: string | null = null;

  /**
   * @returns whether the account was there and the person is signed in
   * @throws {ApiError}
   */
  async attempt({ username, password }: Credentials, { signUp, enter }: Steps): Promise<boolean> {
    const typed = JSON.stringify([username, password]);
    if (this.#unanswered === typed && (await hasEntered(enter))) return true;
    try {
      await signUp();
      return false;
    } catch (error) {
      if (isConnectionTrouble(error)) this.#unanswered = typed;
      throw error;
    }
  }
}

async function hasEntered(enter: Steps['enter']): Promise<boolean> {
  try {
    await enter();
    return true;
  } catch (error) {
    if (isConnectionTrouble(error)) throw error;
    return false; // the try did not arrive
  }
}
