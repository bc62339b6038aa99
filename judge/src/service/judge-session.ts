import type { JudgeHello, JudgeWelcome } from '@balloon/contracts/judging/judge.ts';
import type { Log } from '@balloon/worker/log.ts';
import { createWebContact, type WebContact } from '@balloon/worker/web-contact.ts';
import type { JudgeApi } from '#service/judge-api.ts';

/** Registration of the judge with the server. */
export type JudgeSession = WebContact<JudgeApi, JudgeWelcome>;

/**
 * Opens a session, which registers with the first question.
 *
 * @param hello makes what the judge says of itself at the moment
 * @param onWelcome told each answer
 * @param closing aborts the registration, which all slots share
 */
export function createJudgeSession(
  api: JudgeApi,
  hello: () => JudgeHello,
  onWelcome: (welcome: JudgeWelcome) => void,
  log: Log,
  closing: AbortSignal,
): JudgeSession {
  async function register(): Promise<JudgeWelcome> {
    const welcome = await api.hello(hello(), closing);
    for (const { key, version, preferred } of welcome.drained)
      log.warn(
        `This judge gets no work in ${key}: it has version ${version}, the other judges ${preferred}; install the same`,
      );
    onWelcome(welcome);
    return welcome;
  }

  return createWebContact({ api, register, unknownCode: 'JUDGE_UNKNOWN', log });
}
