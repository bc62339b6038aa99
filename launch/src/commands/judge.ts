import { chmodSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_SLOTS } from '@balloon/contracts/settings/judging-settings.ts';
import type { JudgeOptions, RunningJudge } from '@balloon/judge/main.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DATA_LAYOUT, openDataDir } from '#files/data-dir.ts';
import { takeLock } from '#files/directory-lock.ts';
import { loadSettings } from '#load-settings.ts';
import { parseServers, SERVERS_HELP, type Servers } from '#parse-server.ts';
import { AFTER_STALL, startJudgeChild } from '#processes/judge-child.ts';
import { sendLifeSigns } from '#processes/life-signs.ts';
import { reportReady, stopOnSignals } from '#processes/run-until-stopped.ts';
import { createSupervisor } from '#processes/supervisor.ts';
import { StartAccident, StartError } from '#start-error.ts';

const STOP_WITHIN_MS = 8_000;
const WATCHER_STOPS_WITHIN_MS = 15_000;
const LOCK_PATIENCE_MS = 10_000;
const LOCK_RETRY_MS = 200;

interface CommandOptions {
  server: Servers;
  token?: string;
  slots?: number;
  name: string;
  afterStall?: boolean;
}

export function judgeCommand(): Command {
  return (
    new Command('judge')
      .description('judge solutions for a site, on this or any other Linux machine')
      .requiredOption('--server <url>', SERVERS_HELP, parseServers)
      .option('--token <token>', 'judge token of the site (default: JUDGE_TOKEN)')
      .option('--slots <number>', 'solutions judged at once (default: JUDGE_SLOTS)', parseSlots)
      .option('--name <name>', 'name shown to supervisors; one for each judge', hostname())
      .addOption(new Option(AFTER_STALL).hideHelp())
      // With a parent that started it and supervises it, this process is the judge itself.
      .action((options: CommandOptions) => (process.connected ? runJudge(options) : watchJudge()))
  );
}

/** Message of a judge when it begins to ask for work. */
export interface JudgeReady {
  languages: number;
}

/** Runs the judge in a process of its own, kills it when it does not respond, and starts it again. */
async function watchJudge(): Promise<void> {
  const supervisor = createSupervisor();
  stopOnSignals(supervisor.stop, WATCHER_STOPS_WITHIN_MS, supervisor.kill);
  const args = process.argv.slice(3);
  await supervisor.keep({ name: 'judge', start: (after) => startJudgeChild(args, process.env, after) });
}

async function runJudge({ server, token, slots, name, afterStall }: CommandOptions): Promise<void> {
  let close = async () => {};
  stopOnSignals(() => close(), STOP_WITHIN_MS);
  const settings = loadSettings();
  const judgeToken = token ?? settings.judgeToken;
  if (!judgeToken) {
    throw new StartError(
      'the judge needs --token or JUDGE_TOKEN: the site keeps it in its DATA_DIR/secrets/judge-token',
    );
  }
  const workDir = await takeWorkDir(openDataDir(settings.dataDir), name);
  const judge = await open({
    serverUrl: server,
    token: judgeToken,
    slots: slots ?? Math.max(1, settings.judgeSlots),
    workDir,
    name,
    testlibFolder: settings.testlibDir,
    blobsMaxBytes: settings.judgeCacheGb * 1024 ** 3,
    precompiledHeaders: settings.precompiledHeaders,
    parallelTests: settings.parallelTests ? 'on' : 'off',
    onDrift: settings.drainOnDrift ? 'drain' : 'warn',
    ...(afterStall ? { afterStall } : {}),
    ...(settings.sandboxMode === 'auto' ? {} : { sandboxMode: settings.sandboxMode }),
  });
  close = () => judge.close();
  judge.ended.catch(() => process.exit(1)); // the judge has reported why; a new start may well work
  reportReady({ languages: judge.languages.length } satisfies JudgeReady);
  sendLifeSigns();
}

/** Opens a judge, which is imported here so that the help prints at once. Its errors are lines for the operator. */
async function open(options: JudgeOptions): Promise<RunningJudge> {
  const { startJudge } = await import('@balloon/judge/main.ts');
  try {
    return await startJudge(options);
  } catch (error) {
    throw cannotWork(error);
  }
}

/** Causes that pass without anybody's hand: no room on a disk, no memory, too many processes or open files. */
const PASSING: ReadonlySet<unknown> = new Set(
  'ENOSPC EDQUOT EROFS EIO ENOMEM EAGAIN EMFILE ENFILE'.split(' '),
);

/** Tells why a judge does not start, and whether another start may succeed. */
export function cannotWork(error: unknown): StartError {
  const { message, code } = error as NodeJS.ErrnoException;
  const Failure = PASSING.has(code) ? StartAccident : StartError;
  return new Failure(`the judge cannot work here: ${message}`, { cause: error });
}

/**
 * Takes a directory for this judge alone, which no other account may enter: answers of tests lie beneath. The judge of a killed
 * start may still be ending.
 */
export async function takeWorkDir(dataDir: string, name: string): Promise<string> {
  const workDir = path.join(dataDir, DATA_LAYOUT.judge, name.replace(/[^\w.-]/g, '_'));
  mkdirSync(workDir, { recursive: true, mode: 0o700 });
  chmodSync(workDir, 0o700); // an earlier version made it without a mode
  const until = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      takeLock(path.join(workDir, 'judge.lock'), (owner) => {
        return `the judge ${name} is already running in ${workDir}${owner}: give this one another --name`;
      });
      return workDir;
    } catch (error) {
      if (Date.now() >= until) throw error;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

function parseSlots(text: string): number {
  const slots = Number(text);
  if (!Number.isInteger(slots) || slots < 1 || slots > MAX_SLOTS)
    throw new InvalidArgumentError(`expected a number from 1 to ${MAX_SLOTS}`);
  return slots;
}
