import { resolve } from 'node:path';
import { z } from 'zod';
import { buildHelper } from '#sandbox/build-helper.ts';
import { HelperProcess } from '#sandbox/helper-process.ts';
import { HelperSandbox } from '#sandbox/helper-sandbox.ts';
import { openPlainSandbox } from '#sandbox/plain-sandbox.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { warningsFor } from '#sandbox/sandbox-warnings.ts';

export interface SandboxOptions {
  /** Every host path of a request lies beneath this directory; it is never visible inside as a whole. */
  workDir: string;
  /** Further directories that no program may see, should they lie beneath a system directory. */
  hidden?: readonly string[];
  /** Use this cgroup version only (`none`: do without), for trying the weaker modes. */
  cgroup?: 'auto' | 'v2' | 'none';
  /** Run without any isolation where nothing better can be had: for development only, never for a contest. */
  allowPlain?: boolean;
  /**
   * Binds slots 0, 1… and their checkers (32, 33…) to these cores; the slots beyond the list run on any. A core that
   * cannot be had is told to `log` and binds nobody. Null: no binding.
   */
  cores?: readonly number[] | null;
  /** Start the helper as another user, for trying the modes without root. */
  user?: { uid: number; gid: number };
  /** Where the compiled helper is kept. */
  buildDir?: string;
  /** One line of the helper's complaints; to standard error by default. */
  log?(line: string): void;
}

/** No safe sandbox can be had on this machine; the message is one line for the operator. */
export class SandboxUnavailableError extends Error {
  override readonly name = 'SandboxUnavailableError';
}

const Hello = z.object({
  mode: z.enum(['full', 'delegated', 'namespaces']),
  cgroup: z.enum(['v1', 'v2', 'hybrid', 'none']),
  lost: z.string(),
});

/**
 * Starts the sandbox in the strongest mode this machine allows, found by trying.
 *
 * @throws {SandboxUnavailableError} where not even namespaces can be had and `allowPlain` is not given
 * @throws {HelperBuildError} without a C compiler
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const helperPath = await buildHelper(options.buildDir);
  const workDir = resolve(options.workDir);
  const first = await tryHelper(helperPath, workDir, options);
  if (first.sandbox !== null) return first.sandbox;
  // Cgroups that can be made but not used must not stop a judge that can do without them.
  const second = await tryHelper(helperPath, workDir, { ...options, cgroup: 'none' });
  if (second.sandbox !== null) return second.sandbox;
  if (options.allowPlain === true) return openPlainSandbox(workDir);
  throw new SandboxUnavailableError(unavailable(second.problem), { cause: second.problem });
}

interface Attempt {
  sandbox: RunningSandbox | null;
  problem: Error | null;
}

async function tryHelper(path: string, workDir: string, options: SandboxOptions): Promise<Attempt> {
  const helper = new HelperProcess(path, {
    arguments: helperArguments(workDir, options),
    ...(options.user === undefined ? {} : { user: options.user }),
    log: options.log ?? ((line) => console.error(line)),
  });
  try {
    const { mode, cgroup, lost } = Hello.parse(await helper.hello);
    const abilities = { mode, cgroup, warnings: warningsFor(mode, lost) };
    const sandbox = new HelperSandbox(helper, workDir, abilities);
    await runTrial(sandbox);
    return { sandbox, problem: null };
  } catch (error) {
    await helper.end();
    return { sandbox: null, problem: error instanceof Error ? error : new Error(String(error)) };
  }
}

function helperArguments(workDir: string, options: SandboxOptions): string[] {
  const hidden = [workDir, ...(options.hidden ?? [])].flatMap((directory) => ['--hide', directory]);
  const cores = options.cores?.length ? ['--cores', options.cores.join(',')] : [];
  return ['--work-dir', workDir, '--cgroup', options.cgroup ?? 'auto', ...hidden, ...cores];
}

/** Abilities are believed when a program has run. */
async function runTrial(sandbox: Sandbox): Promise<void> {
  const slot = await sandbox.openSlot(TRIAL_SLOT);
  const result = await slot.run({ argv: ['/bin/true'], limits: TRIAL_LIMITS });
  await slot.close();
  if (result.cause !== 'exit' || result.exitCode !== 0) {
    throw new Error(`a trial run ended with ${result.cause}: ${result.message ?? 'no message'}`);
  }
}

/** The helper's last slot, which no judge uses. */
const TRIAL_SLOT = 63;
const TRIAL_LIMITS = {
  cpuMs: 5000,
  wallMs: 20_000,
  memoryKb: 65_536,
  outputKb: 1024,
  processes: 8,
  scratchKb: 1024,
};

function unavailable(problem: Error | null): string {
  const reason = problem?.message ?? 'unknown reason';
  return `No sandbox on this machine (${reason}). Run the judge as root, or allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0`;
}
