import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { fieldOf, signIn, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/* The server screen while a contest runs: a judge is drained, the log read, a backup taken, the site restarted. */

let backupDir: string;
let server: TestServer;
let admin: Person;
let restarts = 0;

afterAll(() => rmSync(backupDir, { recursive: true, force: true }));
const { faults, newPage } = tellStory(async () => {
  backupDir = mkdtempSync(path.join(tmpdir(), 'balloon-backups-'));
  server = await startTestServer({
    staticDir: await ensureFrontEnd(),
    backupDir,
    restart: () => {
      restarts += 1;
    },
  });
  return server;
});
beforeAll(async () => {
  admin = await server.given.admin();
});

test('an admin drains a judge, watches the log, takes a backup and restarts with the typed word', async () => {
  await server.given.contest({ name: 'Finals' });
  const judge = await startTestJudge(server.url, 'hall-1');
  const page = await newPage();
  await signIn(page, server.url, 'admin', 'password of admin');
  await page.goto(`${server.url}/admin/server`);
  await page.getByRole('button', { name: t('server.drainJudge', { name: 'hall-1' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('server.drain') })
    .click();
  await page.getByText(t('server.state.drained'), { exact: true }).waitFor();
  expect(await judge.claim()).toBeNull();
  await page.getByRole('button', { name: t('server.resumeJudge', { name: 'hall-1' }) }).click();
  await page.getByText(t('server.state.alive'), { exact: true }).nth(1).waitFor(); // the judge and the web process
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.getByRole('link', { name: t('server.view.languages') }).click();
  await page.getByRole('button', { name: t('compilers.editOf', { name: 'C++20' }) }).click();
  const options = page.getByLabel(t('compilers.compileOptions', { tool: 'g++' }));
  await options.fill('-std=gnu++20\n-O3');
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await judge.claim(); // silence of a minute would leave the judge out
  await page.getByRole('button', { name: t('compilers.save') }).click();
  // The judge of this story knows the usual options only.
  await page.getByText(t('compilers.olderJudge')).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.getByRole('link', { name: t('server.view.console') }).click();
  server.services.log.warn('the disk of hall-1 is nearly full');
  await page.getByText('the disk of hall-1 is nearly full').waitFor();
  await page.getByRole('button', { name: t('console.pause') }).click();
  server.services.log.error('said while paused');
  await page.getByRole('button', { name: /\+[1-9]/ }).click(); // the server may say more meanwhile
  await page.getByText('said while paused').waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.getByRole('link', { name: t('server.view.backups'), exact: true }).click();
  const make = page.getByRole('button', { name: t('backups.make') });
  await make.press('Enter');
  await page.getByRole('rowheader', { name: /balloon-.*-manual\.zip/ }).waitFor();
  const hasFocus = () => make.evaluate((button) => button === document.activeElement);
  await expect.poll(hasFocus).toBe(true); // it was switched off meanwhile
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.getByRole('link', { name: t('server.view.state') }).click();
  await page.getByRole('button', { name: t('server.restart') }).click();
  const dialog = page.getByRole('dialog');
  const yes = dialog.getByRole('button', { name: t('server.restart') });
  await expect.poll(() => yes.isDisabled()).toBe(true);
  await fieldOf(dialog, t('server.restartWord', { word: 'RESTART' })).fill('restart');
  await yes.click();
  await expect.poll(() => restarts).toBe(1);
  const { json } = await admin.get('/api/admin/audit?action=server.restart');
  expect(JSON.stringify(json)).toContain('server.restart');
});

test('an admin names the site and learns of the other admin who does the same', async () => {
  const page = await newPage();
  await signIn(page, server.url, 'admin', 'password of admin');
  await page.goto(`${server.url}/admin/server/settings`);
  const looks = page.getByRole('region', { name: t('settings.section.looks') });
  const name = fieldOf(looks, t('settings.name'));
  await name.fill('City cup');
  const letSaved = await holdAnswers(page, /\/api\/admin\/server\/settings\/looks$/);
  await looks.getByRole('button', { name: t('settings.save') }).click();
  await name.fill('My cup');
  const told = await watchFor(page, t('settings.saved'));
  await letSaved();
  await told();
  expect(await name.inputValue()).toBe('My cup'); // typed while the save was under way
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  const theirs = { version: 1, name: 'Their cup', color: null, nameInLogo: false };
  await admin.post('/api/admin/server/settings/looks', theirs);
  await looks.getByRole('button', { name: t('settings.save') }).click();
  await page.getByText(t('audit.staleTitle')).waitFor();
  await looks.getByRole('button', { name: t('audit.staleOverwrite') }).click();
  await page.getByText(t('audit.staleTitle')).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('banner').getByText('My cup').waitFor();
  expect(faults.splice(0)).toEqual([expect.stringMatching(/^409 /)]);
});
