import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { addressesToOpen, checkPort } from '#addresses.ts';
import { loadSettings } from '#load-settings.ts';
import type { RunningFolder } from '#mirror/serve-folder.ts';
import { parseServer } from '#parse-server.ts';
import { reportReady, stopOnSignals } from '#processes/run-until-stopped.ts';
import { say, warn } from '#say.ts';
import { EXIT_MEND_FIRST, StartError } from '#start-error.ts';

const STOP_WITHIN_MS = 8_000;
const ASK_EVERY_MS = 2_000;

interface CommandOptions {
  server: string;
  contest: number;
  out: string;
  listen?: number;
}

export function mirrorCommand(): Command {
  return new Command('mirror')
    .description(
      'write the public table of a contest as files that a CDN or any web server shows, on any machine',
    )
    .requiredOption('--server <url>', 'address of the site', parseServer)
    .requiredOption(
      '--contest <number>',
      'contest whose table is open to everybody, by its form or by PUBLIC_TABLES',
      parseUpTo(2_147_483_647),
    )
    .requiredOption('--out <directory>', 'where the files go; a directory of its own')
    .option('--listen <port>', 'serve the files too, at HOST', parseUpTo(65_535))
    .action(runMirror);
}

async function runMirror({ server, contest, out, listen }: CommandOptions): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  stopOnSignals(async () => void (await Promise.all(closers.map((close) => close()))), STOP_WITHIN_MS);
  const { host } = loadSettings();
  if (listen !== undefined) await checkPort(host, listen, 0);
  const folder = path.resolve(out);
  const { startMirror } = await import('#mirror/start-mirror.ts'); // imported here, so that the help prints at once
  const mirror = await startMirror({ serverUrl: server, contestId: contest, folder, everyMs: ASK_EVERY_MS });
  closers.push(mirror.close);
  say(`mirror: the table of contest ${contest} is in ${folder}`);
  const served = listen === undefined ? null : await serve(folder, host, listen);
  if (served) closers.push(served.close);
  mirror.ended.catch((error: unknown) => {
    warn(`balloon: ${error instanceof Error ? error.message : error}`);
    process.exit(error instanceof StartError ? EXIT_MEND_FIRST : 1);
  });
  reportReady(served ? { port: served.port } : {});
}

async function serve(folder: string, host: string, port: number): Promise<RunningFolder> {
  const { serveFolder } = await import('#mirror/serve-folder.ts');
  const served = await serveFolder(folder, host, port);
  say(`mirror: open ${addressesToOpen(host, served.port, null).join(' or ')}`);
  return served;
}

const parseUpTo = (most: number) => (text: string) => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new InvalidArgumentError(`expected a number from 1 to ${most}`);
  return value;
};
