import { resolve } from 'node:path';
import { z } from 'zod';
import { buildHelper } from '#sandbox/build-helper.ts';
import { HelperProcess } from '#sandbox/helper-process.ts';
import { HelperSandbox } from '#sandbox/helper-sandbox.ts';
import { LastingHelper } from '#sandbox/lasting-helper.ts';
import { openPlainSandbox } from '#sandbox/plain-sandbox.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type { Sandbox, SandboxMode } from '#sandbox/sandbox.ts';
import { warningsFor } from '#sandbox/sandbox-warnings.ts';

export interface SandboxOptions {
  /** Directory above every host path of a request; it is never visible inside as a whole. */
  workDir: string;
  /** Further directories that programs may not see, should they lie beneath a system directory. */
  hidden?: readonly string[];
  /** Cgroup version to use (`none`: without cgroups), for trying the weaker modes. */
  cgroup?: 'auto' | 'v2' | 'none';
  /** Permits to run without isolation where no better mode works: for development only, never for a contest. */
  allowPlain?: boolean;
  /**
   * Binds slots 0, 1… and their checkers (32, 33…) to these cores; the slots beyond the list run on any. A core that
   * cannot be used is reported to `log` and not bound. Null: no binding.
   */
  cores?: readonly number[] | null;
  /** User that the helper starts as, for trying the weaker modes without root. */
  user?: { uid: number; gid: number };
  /** Folder of the compiled helper. */
  buildDir?: string;
  /** Receives one line of the helper's complaints; writes to standard error by default. */
  log?(line: string): void;
}

/** Error when no safe sandbox works on this machine; the message is one line for the operator. */
class SandboxUnavailableError extends Error {
  override readonly name = 'SandboxUnavailableError';
}

const Hello = z.object({
  mode: z.enum(['full', 'delegated', 'namespaces']),
  cgroup: z.enum(['v1', 'v2', 'hybrid', 'none']),
  lost: z.string(),
  ignoresSwap: z.boolean(),
});

/**
 * Starts the sandbox in the strongest mode this machine allows, found by trying.
 *
 * @throws {SandboxUnavailableError} where not even namespaces work and `allowPlain` is not given
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
  const log = options.log ?? ((line) => console.error(line));
  const spawn = () =>
    new HelperProcess(path, {
      arguments: helperArguments(workDir, options),
      ...(options.user === undefined ? {} : { user: options.user }),
      log,
    });
  const first = spawn();
  try {
    const { mode, cgroup, ...losses } = Hello.parse(await first.hello);
    const abilities = { mode, cgroup, warnings: warningsFor(mode, losses) };
    const lasting = new LastingHelper(first, async () => {
      log('The helper ended; another one is started');
      return helperOfMode(spawn(), mode);
    });
    const sandbox = new HelperSandbox(lasting, workDir, abilities);
    try {
      await runTrial(sandbox);
      return { sandbox, problem: null };
    } catch (error) {
      await lasting.end();
      throw error;
    }
  } catch (error) {
    await first.end();
    return { sandbox: null, problem: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Refuses a helper in another mode than before, since the judge reported its mode to the server. */
async function helperOfMode(helper: HelperProcess, wanted: SandboxMode): Promise<HelperProcess> {
  try {
    const { mode } = Hello.parse(await helper.hello);
    if (mode !== wanted) throw new Error(`The sandbox was in mode ${wanted} and is now in mode ${mode}`);
    return helper;
  } catch (error) {
    await helper.end();
    throw error;
  }
}

function helperArguments(workDir: string, options: SandboxOptions): string[] {
  const hidden = [workDir, ...(options.hidden ?? [])].flatMap((directory) => ['--hide', directory]);
  const cores = options.cores?.length ? ['--cores', options.cores.join(',')] : [];
  return ['--work-dir', workDir, '--cgroup', options.cgroup ?? 'auto', ...hidden, ...cores];
}

/** Runs a program to confirm the abilities that the helper reports. */
async function runTrial(sandbox: Sandbox): Promise<void> {
  const slot = await sandbox.openSlot(TRIAL_SLOT);
  const result = await slot.run({ argv: ['/bin/true'], limits: TRIAL_LIMITS });
  await slot.close();
  if (result.cause !== 'exit' || result.exitCode !== 0) {
    throw new Error(`a trial run ended with ${result.cause}: ${result.message ?? 'no message'}`);
  }
}

/** Last slot of the helper, which no judge uses. */
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
