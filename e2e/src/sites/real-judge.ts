import { type RunningJudge, startJudge } from '@balloon/judge/main.ts';
import { afterFirstTry, TRIED_LANGUAGES } from '@balloon/judge/testing/tried-languages.ts';
import { TEST_JUDGE_TOKEN } from '@balloon/server/testing/test-server.ts';

/**
 * Starts a judge with one slot and a real sandbox in this process; only its errors are printed.
 *
 * @param workDir directory of its caches, which stays afterwards
 */
export function startRealJudge(serverUrl: string, workDir: string, name: string): Promise<RunningJudge> {
  const open = () =>
    startJudge({
      ...{ serverUrl, token: TEST_JUDGE_TOKEN, slots: 1, workDir, name },
      precompiledHeaders: false,
      languagesFile: TRIED_LANGUAGES,
      examinesItself: false,
      log: { info: () => {}, warn: () => {}, error: console.error },
    });
  return afterFirstTry(open);
}
