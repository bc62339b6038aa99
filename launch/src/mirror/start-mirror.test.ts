import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ErrorReply } from '@balloon/contracts/common.ts';
import type { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { expect, onTestFinished, test } from 'vitest';
import { MirrorState } from '#mirror/mirror-state.ts';
import { startMirror } from '#mirror/start-mirror.ts';

const TAG = '"same"';
const TABLE: PublicTable = {
  contest: {
    ...{ id: 7, name: 'Round', startTimeMs: 0, endTimeMs: 1, freezeTimeMs: null },
    ...{ frozenMinutes: 0, resultsState: 'none' },
  },
  problems: [],
  isFrozen: false,
  rows: [{ name: 'Anna', place: '1', solved: 0, penalty: 0, cells: [] }],
};

const NOT_STARTED: ErrorReply = {
  error: { code: 'CONTEST_NOT_STARTED', description: '', message: '', httpCode: 403, restParams: {} },
};

type Site = 'open' | 'waiting' | 'broken';

/** A site with one table, whose tag never changes. */
async function startSite(start: Site) {
  const site = { does: start, url: '' };
  const server = createServer(({ headers }, response) => {
    if (site.does === 'broken') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
    if (site.does === 'waiting') return reply(response, 403, NOT_STARTED);
    if (headers['if-none-match'] === TAG) return void response.writeHead(304).end();
    reply(response, 200, TABLE);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

const reply = (response: ServerResponse, status: number, content: object) =>
  void response.writeHead(status, { etag: TAG }).end(JSON.stringify(content));

async function mirrorOf(serverUrl: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'balloon-mirror-'));
  const mirror = await startMirror({ serverUrl, contestId: TABLE.contest.id, folder, everyMs: 10 });
  onTestFinished(async () => {
    await mirror.close();
    rmSync(folder, { recursive: true });
  });
  return () => MirrorState.parse(JSON.parse(readFileSync(path.join(folder, 'state.json'), 'utf8')));
}

test('a contest that is moved to later and back shows the same table again', async () => {
  const site = await startSite('open');
  const state = await mirrorOf(site.url);
  expect(state()).toMatchObject({ phase: 'open', rowsNumber: 1 });

  site.does = 'waiting';
  await expect.poll(state).toMatchObject({ phase: 'waiting', rowsNumber: 0 });
  site.does = 'open';
  await expect.poll(state).toMatchObject({ phase: 'open', rowsNumber: 1 });
});

test('a site that is away at the start is waited for', async () => {
  const site = await startSite('broken');
  const state = await mirrorOf(site.url);
  expect(state()).toMatchObject({ isReachable: false, checkedAtMs: null });

  site.does = 'open';
  await expect.poll(state).toMatchObject({ isReachable: true, rowsNumber: 1 });
});
