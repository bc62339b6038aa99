import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import { Command } from 'commander';
import { SECRETS, secretFile } from '#files/data-dir.ts';
import { loadSettings } from '#load-settings.ts';
import { parseServers, SERVERS_HELP, type Servers } from '#parse-server.ts';
import { sendLifeSigns } from '#processes/life-signs.ts';
import { startRelayChild } from '#processes/relay-child.ts';
import { reportReady, stopOnSignals } from '#processes/run-until-stopped.ts';
import { createSupervisor } from '#processes/supervisor.ts';
import { StartError } from '#start-error.ts';

const STOP_WITHIN_MS = 8_000;
const WATCHER_STOPS_WITHIN_MS = 15_000;

interface CommandOptions {
  server: Servers;
  token?: string;
  name: string;
}

export function relayCommand(): Command {
  return (
    new Command('relay')
      .description('carry solutions of a site to outside systems, on this or any other machine')
      .requiredOption('--server <url>', SERVERS_HELP, parseServers)
      .option('--token <token>', 'relay token of the site (default: RELAY_TOKEN, then DATA_DIR)')
      .option('--name <name>', 'name shown to supervisors; one for each relay', hostname())
      // With a parent that started it and supervises it, this process is the relay itself.
      .action((options: CommandOptions) => (process.connected ? runRelay(options) : watchRelay()))
  );
}

/** Runs the relay in a process of its own, kills it when it does not respond, and starts it again. */
async function watchRelay(): Promise<void> {
  const supervisor = createSupervisor();
  stopOnSignals(supervisor.stop, WATCHER_STOPS_WITHIN_MS, supervisor.kill);
  const args = process.argv.slice(3);
  await supervisor.keep({ name: 'relay', start: () => startRelayChild(args, process.env) });
}

async function runRelay({ server, token, name }: CommandOptions): Promise<void> {
  let close = async () => {};
  stopOnSignals(() => close(), STOP_WITHIN_MS);
  const relayToken = token ?? knownToken(loadSettings());
  // Imported here so that the help prints at once.
  const [{ startRelay }, { ALL_SYSTEMS }] = await Promise.all([
    import('@balloon/systems/relay/start-relay.ts'),
    import('@balloon/systems/all-systems.ts'),
  ]);
  const relay = startRelay({ serverUrl: server, token: relayToken, name, systems: ALL_SYSTEMS });
  close = () => relay.close();
  relay.ended.catch(() => process.exit(1)); // the relay has reported why; a new start may well work
  reportReady();
  sendLifeSigns();
}

/** @throws {StartError} when there is no token here */
function knownToken({ relayToken, dataDir }: Settings): string {
  if (relayToken) return relayToken;
  const file = secretFile(dataDir, SECRETS.relayToken);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new StartError(
    'the relay needs --token or RELAY_TOKEN: make one at the site with judge-token add NAME --relay',
  );
}
