import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openPage, shareBrowser } from '#browser/browser.ts';
import { signIn, t } from '#browser/person.ts';

/* Live connections that are late or dead: what happened without them is shown nevertheless. */

let server: TestServer;
let browser: Browser;
let road: Road;

beforeAll(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  await leaveDeadToPages();
  road = await openRoad(Number(new URL(server.url).port));
  browser = await shareBrowser();
});
afterAll(async () => {
  await closePages();
  road?.close();
  await server?.close();
});

test('a page that wakes notices that its connection is dead, and shows what it has missed', async () => {
  const contest = await server.given.contest();
  const boris = await server.given.participant(contest);
  const anna = await server.given.user({ username: 'anna', mask: 1024 });
  const page = await openPage(browser, () => {});
  await signIn(page, road.url, anna.username, anna.password);
  await page.goto(`${road.url}/contest/${contest.id}/solutions/all`);
  await page.getByText(t('solutions.emptyTitle')).waitFor();
  await page.getByText(t('socket.on'), { exact: false }).first().waitFor({ state: 'attached' });

  road.bury();
  await boris.submit(contest, {});
  const reopened = page.waitForEvent('websocket', { timeout: 150_000 });
  await page.evaluate(() => dispatchEvent(new Event('online')));

  await reopened; // the library alone would have waited for an hour
  await page.getByRole('main').getByRole('row').nth(1).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('row').count()).toBe(2);
});

test('a page whose live connection came late shows what has changed before', async () => {
  const contest = await server.given.contest({ name: 'Morning round' });
  const boris = await server.given.participant(contest);
  const page = await openPage(browser, () => {});
  let connectNow = () => {};
  const late = new Promise<void>((resolve) => (connectNow = resolve));
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await late;
    socket.connectToServer();
  });
  await signIn(page, server.url, boris.user.username, boris.user.password);
  await page.goto(`${server.url}/contest/${contest.id}`);
  await page.getByRole('heading', { level: 1, name: 'Morning round' }).waitFor();

  await server.services.db
    .updateTable('contest')
    .set({ name: 'Evening round' })
    .where('id', '=', contest.id)
    .execute();
  connectNow();

  await page.getByRole('heading', { level: 1, name: 'Evening round' }).waitFor();
});

/** Makes the library wait for signs of life for an hour, so that whoever notices earlier is the page. */
async function leaveDeadToPages(): Promise<void> {
  const client = await server.given.anonymous().socket();
  for (const { conn } of server.services.sockets.all()) {
    const { opts } = (conn as unknown as { server: { opts: { pingTimeout: number } } }).server;
    opts.pingTimeout = 3_600_000;
  }
  client.close();
}

interface Road {
  url: string;
  /** Drops everything sent over the present live connections; new ones work, and so do calls. */
  bury(): void;
  close(): void;
}

/** Opens a proxy to the server that can lose packets silently. */
async function openRoad(port: number): Promise<Road> {
  const ends = new Set<Socket>();
  const live = new Set<Socket>();
  const gate = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.once('data', (asked) => {
      if (String(asked).toLowerCase().includes('upgrade: websocket')) live.add(near).add(far);
    });
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        ends.delete(end);
        live.delete(end);
      });
    }
    near.pipe(far).pipe(near);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    bury() {
      for (const end of live) end.unpipe().resume();
    },
    close() {
      for (const end of ends) end.destroy();
      gate.close();
    },
  };
}
