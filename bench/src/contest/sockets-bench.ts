import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connect } from '@balloon/database/connect.ts';
import { openStage } from '@balloon/e2e/sites/processes.ts';
import { gatherSampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { arriveApart } from '#contest/arrivals.ts';
import { insertSessions, type Member } from '#contest/crowd.ts';
import { LightSocket } from '#contest/light-socket.ts';
import { memoryMb } from '#processes/process-costs.ts';
import { insertContest } from '#scoreboard/scoreboard-requests-bench.ts';

export interface SocketsRow {
  what: string;
  memoryMb: number;
  /** Memory above the row before, per socket that came since. */
  perSocketKb?: number;
}

/** Numbers of open sockets at which memory is read. */
const STEPS = [0, 1_000, 2_500] as const;
/** Time for the collector to return what the arrival needed. */
const SETTLE_MS = 15_000;

/** Measures the memory of a web process while more and more people of a contest are connected and do nothing. */
export async function benchSockets(): Promise<SocketsRow[]> {
  await using stage = await openStage();
  await using everything = new AsyncDisposableStack();
  const { url: databaseUrl } = await stage.startDatabase();
  const web = await stage.startWeb('web', databaseUrl);
  const { contestId: sampleId } = await gatherSampleCrew(web.url, web.output());
  const database = everything.adopt(connect(databaseUrl), ({ close }) => close());
  const { contestId, members } = await insertCrowd(database, sampleId);

  const sockets = everything.adopt<LightSocket[]>([], closeAll);
  const rows: SocketsRow[] = [];
  for (const step of STEPS) {
    const before = rows.at(-1)?.memoryMb ?? 0;
    const arriving = members.slice(sockets.length, step);
    sockets.push(...(await arriveApart(arriving, (member) => join(web.url, contestId, member))));
    await sleep(SETTLE_MS);
    const now = memoryMb(web.pid);
    const perSocket = arriving.length === 0 ? {} : { perSocketKb: ((now - before) * 1024) / arriving.length };
    rows.push({ what: `${step} sockets`, memoryMb: now, ...perSocket });
  }
  return rows;
}

async function insertCrowd(database: Connection, sampleId: number) {
  const crowd = { name: 'crowd', participants: STEPS.at(-1) ?? 0, problems: 6 };
  const contestId = await insertContest(database, sampleId, crowd);
  return { contestId, members: await insertSessions(database, contestId) };
}

async function join(url: string, contestId: number, { token }: Member): Promise<LightSocket> {
  const socket = await LightSocket.open(url, token, () => {});
  await socket.ask('contest.join', { contestId, tableUpdates: false });
  return socket;
}

function closeAll(sockets: readonly LightSocket[]): void {
  for (const socket of sockets) socket.close();
}
