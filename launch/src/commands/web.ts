import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@balloon/contracts/settings.ts';
import type { RunningServer } from '@balloon/server/main.ts';
import { Command } from 'commander';
import { addressesToOpen, checkPort } from '#addresses.ts';
import { ensureSecret, openDataDir, SECRETS, secretFile } from '#data-dir.ts';
import { prepareDatabase } from '#database-ready.ts';
import { ensureFrontEnd } from '#front-end.ts';
import { loadSettings } from '#load-settings.ts';
import { reportReady, stopOnSignals } from '#run-until-stopped.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

// A web process of a killed start needs this long at most to notice and free the port.
const PORT_PATIENCE_MS = 5_000;
const STOP_WITHIN_MS = 8_000;

export function webCommand(): Command {
  return new Command('web')
    .description('run one more web process, on the database of DATABASE_URL or of DATA_DIR')
    .action(() => runWeb(loadSettings()));
}

async function runWeb(settings: Settings): Promise<void> {
  let close = async () => {};
  stopOnSignals(() => close(), STOP_WITHIN_MS);
  const dataDir = openDataDir(settings.dataDir);
  const databaseUrl = settings.databaseUrl ?? builtInDatabase(dataDir);
  // First: a failure later would lose the passwords that the first start makes up.
  await checkPort(settings.host, settings.port, PORT_PATIENCE_MS);
  const staticDir = await ensureFrontEnd();
  await prepareDatabase(databaseUrl);
  const { startServer } = await import('@balloon/server/main.ts'); // here, so that the help comes at once
  const server = await startServer({
    ...settings,
    databaseUrl,
    staticDir,
    judgeToken: settings.judgeToken ?? ensureSecret(dataDir, SECRETS.judgeToken),
    leaseMs: settings.judgeLeaseSeconds * 1000,
  });
  close = () => server.close();
  announce(server, settings);
}

/** The database of a Balloon that runs on this data directory. */
function builtInDatabase(dataDir: string): string {
  const file = secretFile(dataDir, SECRETS.databaseUrl);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new StartError(
    `no database: set DATABASE_URL, or DATA_DIR to that of a running Balloon (${path.resolve(dataDir)} has none)`,
  );
}

function announce(server: RunningServer, { host, publicUrl }: Settings): void {
  const port = Number(new URL(server.url).port || 80);
  say(`web: open ${addressesToOpen(host, port, publicUrl).join(' or ')}`);
  for (const { username, password, role } of server.newAccounts) {
    say(`web: new ${role} account ${username}, password ${password} (shown this once)`);
  }
  reportReady({ port });
}
