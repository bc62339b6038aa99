import { writeFileSync } from 'node:fs';
import { describeSettings } from '@balloon/contracts/settings/read-settings.ts';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import { Command } from 'commander';
import { checkPort, localUrl } from '#addresses.ts';
import type { JudgeReady } from '#commands/judge.ts';
import { createWebs, portsOfWebs } from '#commands/web-children.ts';
import { startPostgres } from '#database/postgres.ts';
import { ensureSecret, lockDataDir, openDataDir, SECRETS, secretFile } from '#files/data-dir.ts';
import { ensureFrontEnd } from '#files/front-end.ts';
import { keepPlaces } from '#files/module-places.ts';
import { loadSettings } from '#load-settings.ts';
import type { Ending, OnLine, Running } from '#processes/child-process.ts';
import { startJudgeChild } from '#processes/judge-child.ts';
import { judgeEnv, relayEnv } from '#processes/judge-env.ts';
import { startRelayChild } from '#processes/relay-child.ts';
import { stopOnSignals } from '#processes/run-until-stopped.ts';
import { createSupervisor, type Supervisor } from '#processes/supervisor.ts';
import { onSaid, say, warn } from '#say.ts';

// Time in ms after which processes of a killed start have noticed its end and freed the port.
const PORT_PATIENCE_MS = 5_000;
const STOP_WITHIN_MS = 45_000; // PostgreSQL may have much to write to disk

export function startCommand(): Command {
  return new Command('start')
    .description('run the whole site on this machine: database, web and judge')
    .addHelpText('after', `\nSettings, from the environment or the file .env:\n${describeSettings()}`)
    .action(() => startSite(loadSettings()));
}

/** Starts services in the order of their dependencies, and stops them in the reverse one. */
async function startSite(settings: Settings): Promise<void> {
  const dataDir = openDataDir(settings.dataDir);
  lockDataDir(dataDir);
  for (const port of portsOfWebs(settings)) await checkPort(settings.host, port, PORT_PATIENCE_MS);
  await ensureFrontEnd();

  const supervisor = createSupervisor();
  stopOnSignals(
    () => {
      say('Stopping…');
      return supervisor.stop();
    },
    STOP_WITHIN_MS,
    supervisor.kill,
  );
  try {
    const databaseUrl = settings.databaseUrl ?? (await keepPostgres(supervisor, dataDir, settings));
    const judgeToken = settings.judgeToken ?? ensureSecret(dataDir, SECRETS.judgeToken);
    const relayToken = settings.relayToken ?? ensureSecret(dataDir, SECRETS.relayToken);
    const env = {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, JUDGE_TOKEN: judgeToken, RELAY_TOKEN: relayToken },
    };
    const webs = createWebs(supervisor, settings, env);
    process.on('SIGUSR2', webs.restartInTurns);
    onSaid((line, level) => webs.tell('supervisor', level, line));
    const ports = await webs.keep();
    const servers = ports.flatMap((port) => ['--server', localUrl(settings.host, port)]);
    if (settings.judgeSlots > 0) {
      const onLine: OnLine = (line, level) => webs.tell('judge', level, line);
      keepJudge(supervisor, servers, judgeToken, onLine);
    }
    webs.onRelayWanted(() => {
      const onLine: OnLine = (line, level) => webs.tell('relay', level, line);
      keepRelay(supervisor, servers, relayToken, onLine);
    });
    keepPlaces();
    say('Balloon is running; Ctrl-C stops it.');
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/**
 * Keeps the built-in database running.
 *
 * @returns its address, the same after every restart
 */
async function keepPostgres(
  supervisor: Supervisor,
  dataDir: string,
  { databasePort }: Settings,
): Promise<string> {
  const start = async (): Promise<Running> => {
    const server = await startPostgres({ dataDir, port: databasePort });
    return {
      ready: Promise.resolve(server.url),
      exited: server.exited.then((how) => ({ how })),
      stop: server.stop,
      kill: server.kill,
    };
  };
  const url = String(await supervisor.keep({ name: 'database', start }));
  writeFileSync(secretFile(dataDir, SECRETS.databaseUrl), `${url}\n`, { mode: 0o600 });
  return url;
}

/**
 * Keeps the judge running. The start does not wait for it: without its judge the site still shows contests and keeps
 * submissions.
 */
function keepJudge(supervisor: Supervisor, servers: string[], judgeToken: string, onLine: OnLine): void {
  const env = { ...judgeEnv(process.env), JUDGE_TOKEN: judgeToken };
  const start = (after: Ending | null) => startJudgeChild(servers, env, after, { onLine });
  supervisor.keep({ name: 'judge', start, retriesFirstStart: true }).then(
    (ready) => say(`Judging is ready, in ${(ready as JudgeReady).languages} languages.`),
    () => warn('judge: left out; what is submitted waits for another judge'),
  );
}

/** Keeps a relay to outside systems running, from the moment at which the site has one. Nothing waits for it. */
function keepRelay(supervisor: Supervisor, servers: string[], relayToken: string, onLine: OnLine): void {
  const env = { ...relayEnv(process.env), RELAY_TOKEN: relayToken };
  const start = () => startRelayChild(servers, env, onLine);
  supervisor.keep({ name: 'relay', start, retriesFirstStart: true }).then(
    () => say('A relay carries solutions to outside systems.'),
    () => warn('relay: left out; solutions for outside systems wait for another relay'),
  );
}
