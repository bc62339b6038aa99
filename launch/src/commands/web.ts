import { join, resolve } from 'node:path';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import type { RunningServer } from '@balloon/server/main.ts';
import { Command } from 'commander';
import { addressesToOpen, checkPort } from '#addresses.ts';
import { prepareDatabase } from '#database/database-ready.ts';
import { knownDatabase } from '#database/database-url.ts';
import { ensureSecret, openDataDir, SECRETS } from '#files/data-dir.ts';
import { ensureFrontEnd } from '#files/front-end.ts';
import { loadGiven, loadSettings } from '#load-settings.ts';
import { boundHeapGrowth, boundYoungHeap } from '#processes/heap-growth.ts';
import { tellWhenRelayIsWanted } from '#processes/relay-wanted.ts';
import { askForRestart } from '#processes/restart-wanted.ts';
import { hasSupervisor, reportReady, stopOnSignals } from '#processes/run-until-stopped.ts';
import { say } from '#say.ts';

// Time in ms after which a web process of a killed start has noticed its end and freed the port.
const PORT_PATIENCE_MS = 5_000;
const STOP_WITHIN_MS = 8_000;

export function webCommand(): Command {
  return new Command('web')
    .description('run one more web process, on the database of DATABASE_URL or of DATA_DIR')
    .action(() => runWeb(loadSettings()));
}

async function runWeb(settings: Settings): Promise<void> {
  boundYoungHeap();
  const drainMs = settings.trustProxy ? settings.drainSeconds * 1000 : 0;
  let close = async () => {};
  stopOnSignals(() => close(), drainMs + STOP_WITHIN_MS);
  const dataDir = openDataDir(settings.dataDir);
  const databaseUrl = knownDatabase(settings, dataDir);
  // Must be first: a failure later would lose the passwords that the first start generates.
  await checkPort(settings.host, settings.port, PORT_PATIENCE_MS);
  const staticDir = await ensureFrontEnd();
  await prepareDatabase(databaseUrl);
  const { startServer } = await import('@balloon/server/main.ts'); // imported here, so that the help prints at once
  const server = await startServer({
    ...settings,
    databaseUrl,
    drainMs,
    staticDir,
    contactsDir: dataDir,
    dataDir,
    backupDir: resolve(settings.backupDir),
    siteDir: join(dataDir, 'site'),
    judgeToken: settings.judgeToken ?? ensureSecret(dataDir, SECRETS.judgeToken),
    relayToken: settings.relayToken ?? ensureSecret(dataDir, SECRETS.relayToken),
    settingsKey: settings.settingsKey ?? ensureSecret(dataDir, SECRETS.settingsKey),
    given: loadGiven(),
    leaseMs: settings.judgeLeaseSeconds * 1000,
    restart: hasSupervisor() ? askForRestart : null,
  });
  close = () => server.close();
  showLinesOfOthers(server);
  boundHeapGrowth();
  announce(server, settings);
  tellWhenRelayIsWanted(server.services.db);
}

/** Message of the supervisor: a line of its own, of its judge or of its relay, for the console of admins. */
export interface ConsoleMessage extends Record<string, unknown> {
  consoleLine: { part: 'supervisor' | 'judge' | 'relay'; level: 'info' | 'warn'; text: string };
}

function showLinesOfOthers({ services }: RunningServer): void {
  process.on('message', (message: Partial<ConsoleMessage>) => {
    const { part, level, text } = message.consoleLine ?? {};
    if (part && level && text) services.console.add(part, level, text);
  });
}

function announce(server: RunningServer, { host, publicUrl, adminPassword }: Settings): void {
  const port = Number(new URL(server.url).port || 80);
  say(`web: open ${addressesToOpen(host, port, publicUrl).join(' or ')}`);
  for (const { username, password, role } of server.newAccounts) {
    const told =
      role === 'admin' && adminPassword ? 'as ADMIN_PASSWORD says' : `${password} (shown this once)`;
    say(`web: new ${role} account ${username}, password ${told}`);
  }
  reportReady({ port });
}
