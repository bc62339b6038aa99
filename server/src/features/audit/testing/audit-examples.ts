import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrintQueue } from '@balloon/contracts/hall/printing.ts';
import { JobAccepted } from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { SessionsOfUser } from '@balloon/contracts/people/user-admin.ts';
import { BackupState } from '@balloon/contracts/site/backups.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { zipBytes } from '@balloon/packages/testing/zip-bytes.ts';
import { expect, vi } from 'vitest';
import { findAwardsByHand } from '#features/ceremony/awards.queries.ts';
import { storeVersion } from '#features/problems/versions.queries.ts';
import { Mailer } from '#mail/mailer.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { openTestMailbox } from '#testing/test-mailbox.ts';
import { TestRelay } from '#testing/test-relay.ts';
import type { GivenContest, Person, Reply, TestServer } from '#testing/test-server.ts';

/** Context of an example call: the admin who calls, and the server on which its subject is created. */
export interface Example {
  server: TestServer;
  admin: Person;
}

/** Example calls, which succeed, by method and address of the recorded call. */
export const AUDIT_EXAMPLES: Record<string, (example: Example) => Promise<Reply>> = {
  'POST /api/admin/solutions/:solutionId/verdict': async (example) =>
    example.admin.decide(await solutionIdOf(example), 2),
  'POST /api/admin/solutions/:solutionId/duplicate': async (example) =>
    example.admin.post(`${await solutionOf(example)}/duplicate`, {}),
  'DELETE /api/admin/solutions/:solutionId': async (example) =>
    example.admin.send('DELETE', await solutionOf(example), {}),
  'POST /api/admin/solutions/:solutionId/refresh': async (example) =>
    example.admin.post(`${await solutionOf(example)}/refresh`),
  'POST /api/admin/solutions/:solutionId/details': async (example) => {
    const id = await solutionIdOf(example);
    await example.admin.decide(id, 2);
    return example.admin.post(`/api/admin/solutions/${id}/details`);
  },
  'POST /api/admin/solutions/:solutionId/tests/:testNumber': async (example) => {
    const id = await solutionIdOf(example);
    await example.admin.decide(id, 2);
    return example.admin.post(`/api/admin/solutions/${id}/tests/1`);
  },
  'POST /api/admin/contest-templates': ({ admin }) =>
    admin.post('/api/admin/contest-templates', { name: 'Training', settings: {} }),
  'DELETE /api/admin/contest-templates/:templateId': async ({ admin }) => {
    const path = '/api/admin/contest-templates';
    const { id } = (await admin.post(path, { name: 'Training', settings: {} })).json;
    return admin.send('DELETE', `${path}/${id}`, {});
  },
  'POST /api/admin/restart': ({ server, admin }) => {
    server.services.options.restart = () => {};
    return admin.post('/api/admin/restart', { confirm: 'RESTART' });
  },
  'POST /api/admin/server/judges/:judgeId/drain': async (example) =>
    example.admin.post(`/api/admin/server/judges/${await judgeOf(example)}/drain`),
  'POST /api/admin/server/judges/:judgeId/resume': async (example) =>
    example.admin.post(`/api/admin/server/judges/${await judgeOf(example)}/resume`),
  'POST /api/admin/server/judge-tokens': ({ admin }) =>
    admin.post('/api/admin/server/judge-tokens', { name: 'hall-1' }),
  'DELETE /api/admin/server/judge-tokens/:name': async ({ admin }) => {
    await admin.post('/api/admin/server/judge-tokens', { name: 'hall-2' });
    return admin.send('DELETE', '/api/admin/server/judge-tokens/hall-2', {});
  },
  'POST /api/admin/outside-systems/servers': ({ admin }) => addOutsideServer(admin),
  'POST /api/admin/outside-systems/servers/:serverId': async ({ admin }) =>
    admin.post(await outsideServerOf(admin), { name: 'Other name' }),
  'DELETE /api/admin/outside-systems/servers/:serverId': async ({ admin }) =>
    admin.send('DELETE', await outsideServerOf(admin), {}),
  'POST /api/admin/outside-systems/servers/:serverId/pause': async ({ admin }) =>
    admin.post(`${await outsideServerOf(admin)}/pause`, { reason: 'maintenance' }),
  'POST /api/admin/outside-systems/servers/:serverId/resume': async ({ admin }) =>
    admin.post(`${await outsideServerOf(admin)}/resume`),
  'POST /api/admin/outside-systems/servers/:serverId/accounts': async ({ admin }) =>
    admin.post(`${await outsideServerOf(admin)}/accounts`, OUTSIDE_ACCOUNT),
  'POST /api/admin/outside-systems/accounts/:accountId': async ({ admin }) =>
    admin.post(await outsideAccountOf(admin), { isEnabled: false }),
  'DELETE /api/admin/outside-systems/accounts/:accountId': async ({ admin }) =>
    admin.send('DELETE', await outsideAccountOf(admin), {}),
  'POST /api/admin/outside-systems/servers/:serverId/scan': async ({ admin }) =>
    admin.post(`${await outsideServerOf(admin)}/scan`, {}),
  'POST /api/admin/outside-systems/servers/:serverId/import': async ({ admin }) =>
    admin.post(`${await outsideServerOf(admin)}/import`, { foreignIds: ['1000'] }),
  'POST /api/admin/outside-systems/servers/:serverId/try': async ({ admin }) =>
    admin.post(`${await outsideServerOf(admin)}/try`, {
      ...{ foreignId: '1000', foreignLanguageId: '78', source: 'int main() {}' },
    }),
  'POST /api/admin/outside-systems/servers/:serverId/polygon': async ({ admin }) =>
    admin.post(`${await packageServerOf(admin, 'polygon')}/polygon`, { problemIds: [501] }),
  'POST /api/admin/outside-systems/servers/:serverId/archive': async ({ admin }) =>
    admin.post(`${await packageServerOf(admin, 'yandex')}/archive`, packageForm()),
  'POST /files/yandex-polygon-import': ({ admin }) =>
    admin.post('/files/yandex-polygon-import', packageForm()),
  'POST /problems/:problemId': async ({ server, admin }) => {
    await packageServerOf(admin, 'polygon');
    // Where no relay is present, the call does not wait 25 s for an answer of Polygon.
    await server.services.db.updateTable('relay').set({ seenAtMs: 1 }).execute();
    return admin.post('/problems/501');
  },
  'POST /api/admin/outside-systems/accounts/:accountId/check': async ({ admin }) =>
    admin.post(`${await outsideAccountOf(admin)}/check`),
  ...olderScanExamples(),
  'POST /api/admin/problems/new/ejudge': async ({ admin }) => {
    const settings = { contests: '12' };
    const server = { systemType: 'ejudge', name: 'School', url: 'https://school.example.org/', settings };
    await admin.post('/api/admin/outside-systems/servers', server);
    const problem = { title: 'Sum', ejudgeContestId: 12, ejudgeProblemIndex: 1 };
    return admin.post('/api/admin/problems/new/ejudge', problem);
  },
  'POST /api/admin/problems/new/acmp': async ({ server, admin }) => {
    await TestRelay.start(server);
    const reply = admin.post('/api/admin/problems/new/acmp', { problemId: 7 });
    const problemId = await server.given.problem();
    await vi.waitFor(() => endNewestImport(server, problemId), 150_000);
    return reply;
  },
  'POST /api/admin/outside-systems/jobs/:jobId/cancel': async ({ admin }) =>
    admin.post(`${await outsideJobOf(admin)}/cancel`),
  'POST /api/admin/outside-systems/jobs/:jobId/retry': async ({ admin }) => {
    const path = await outsideJobOf(admin);
    await admin.post(`${path}/cancel`);
    return admin.post(`${path}/retry`);
  },
  'POST /api/admin/outside-systems/runs/:solutionId/settle': async (example) => {
    const { db } = example.server.services;
    const serverId = Number((await outsideServerOf(example.admin)).split('/').at(-1));
    const solutionId = await solutionIdOf(example);
    await db
      .insertInto('outsideRun')
      .values({ solutionId, serverId, accountId: null, state: 'unsettled', sentAtMs: 1, watermark: null })
      .execute();
    return example.admin.post(`/api/admin/outside-systems/runs/${solutionId}/settle`, { runId: '7' });
  },
  'POST /api/admin/server/queue/:workId/front': async (example) =>
    example.admin.post(`/api/admin/server/queue/${await workOf(example)}/front`),
  'POST /api/admin/server/queue/:workId/release': async (example) => {
    const workId = await workOf(example);
    const { db } = example.server.services;
    const lease = { fence: 1_000_000 + workId, leasedUntilMs: Date.now() + 60_000 };
    await db.updateTable('judging').set(lease).where('id', '=', workId).execute();
    return example.admin.post(`/api/admin/server/queue/${workId}/release`);
  },
  'POST /api/admin/server/queue/:workId/cancel': async (example) =>
    example.admin.post(`/api/admin/server/queue/${await workOf(example)}/cancel`),
  'POST /api/admin/server/backups': ({ server, admin }) =>
    withBackups(server, async () => startBackup(admin)),
  'GET /api/admin/server/backups/:name': ({ server, admin }) =>
    withBackups(server, async () => {
      const { name } = (await startBackup(admin)).json;
      return admin.get(`${BACKUPS}/${name}`);
    }),
  'GET /api/admin/people/export': ({ admin }) => admin.get('/api/admin/people/export'),
  'DELETE /api/admin/server/backups/:name': ({ server, admin }) =>
    withBackups(server, async () => {
      const { name } = (await startBackup(admin)).json;
      return admin.send('DELETE', `${BACKUPS}/${name}`, {});
    }),
  'POST /api/admin/server/test-message': async ({ server, admin }) => {
    const mailbox = await openTestMailbox();
    const former = server.services.mailer;
    server.services.mailer = new Mailer(
      { ...server.services.options, smtpUrl: mailbox.url, mailFrom: 'balloon@example.org' },
      server.services.log,
    );
    const reply = await admin.post('/api/admin/server/test-message', {
      channel: 'mail',
      to: 'admin@example.org',
    });
    server.services.mailer.close();
    server.services.mailer = former;
    await mailbox.close();
    return reply;
  },
  ...settingsExamples(),
  'POST /api/admin/server/languages/:key': ({ admin }) =>
    admin.post('/api/admin/server/languages/cpp20', {
      version: 0,
      options: { compile: ['-O3'], run: [] },
    }),
  'POST /api/admin/contests': ({ admin }) => admin.post('/api/admin/contests', { name: 'Cup' }),
  'POST /api/admin/contests/:contestId': async (example) =>
    example.admin.post(await adminContest(example), { name: 'Another name' }),
  'POST /api/admin/contests/:contestId/problems': async (example) =>
    example.admin.post(`${await adminContest(example)}/problems`, { problemIds: [] }),
  'DELETE /api/admin/contests/:contestId': async (example) =>
    example.admin.send('DELETE', await adminContest(example), {}),
  'POST /api/admin/contests/:contestId/repair': async (example) => {
    const path = await adminContest(example);
    await example.admin.send('DELETE', path, {});
    return example.admin.post(`${path}/repair`);
  },
  'POST /api/admin/contests/:contestId/live/start': async ({ server, admin }) => {
    const { id } = await server.given.contest({ startsInMin: 10 });
    return admin.post(`/api/admin/contests/${id}/live/start`);
  },
  'POST /api/admin/contests/:contestId/live/extend': async (example) =>
    example.admin.post(`${await adminContest(example)}/live/extend`, { minutes: 10 }),
  'POST /api/admin/contests/:contestId/live/problems/:symbolIndex/judging': async (example) =>
    example.admin.post(`${await adminContest(example)}/live/problems/A/judging`, { isPaused: true }),
  'POST /api/admin/contests/:contestId/live/problems/:symbolIndex/submissions': async (example) =>
    example.admin.post(`${await adminContest(example)}/live/problems/A/submissions`, { isClosed: true }),
  'POST /api/admin/contests/:contestId/live/problems/:symbolIndex/scoring': async (example) =>
    example.admin.post(`${await adminContest(example)}/live/problems/A/scoring`, { isDisabled: true }),
  'POST /api/admin/contests/:contestId/live/adjustments': async (example) => {
    const path = await adminContest(example);
    const { id: userId } = await example.server.given.user();
    await example.admin.post(`${path}/live/people`, { userId });
    return example.admin.post(`${path}/live/adjustments`, { people: [{ userId, isOfficial: false }] });
  },
  'POST /api/admin/contests/:contestId/devices/:userId': async (example) => {
    const path = await adminContest(example);
    const { id: userId } = await example.server.given.user();
    await example.admin.post(`${path}/live/people`, { userId });
    await example.server.services.db
      .insertInto('contestDevice')
      .values({
        contestId: Number(path.split('/').at(-1)),
        accountId: userId,
        deviceHash: Buffer.alloc(32),
        ...{ ip: null, userAgent: null, heldSinceMs: 1, movedById: null },
      })
      .execute();
    return example.admin.post(`${path}/devices/${userId}`, { sessionId: null });
  },
  'POST /api/admin/contests/:contestId/results/finalize': async (example) =>
    example.admin.post(`${await overContest(example)}/finalize`, { extraBronze: 1 }),
  'POST /api/admin/contests/:contestId/results/reopen': async (example) => {
    const path = await overContest(example);
    await example.admin.post(`${path}/finalize`, {});
    return example.admin.post(`${path}/reopen`, { reason: 'A team was missing' });
  },
  'POST /api/admin/contests/:contestId/certificates': async (example) =>
    example.admin.post(`${await adminContest(example)}/certificates`, {
      ...{ locale: 'en-us', heading: 'Diploma', body: '{team}' },
    }),
  'POST /api/admin/contests/:contestId/certificates/pictures': async (example) =>
    example.admin.post(`${await adminContest(example)}/certificates/pictures`, {
      ...{ logo: null, signatures: [{ picture: null, name: 'A. Person', title: 'Head of the jury' }] },
    }),
  'POST /api/admin/contests/:contestId/awards': async (example) => (await awarded(example)).reply,
  'POST /api/admin/contests/:contestId/awards/:awardId': async (example) => {
    const { path, award, awardId } = await awarded(example);
    return example.admin.post(`${path}/${awardId}`, { ...award, citation: 'For courage' });
  },
  'DELETE /api/admin/contests/:contestId/awards/:awardId': async (example) => {
    const { path, awardId } = await awarded(example);
    return example.admin.send('DELETE', `${path}/${awardId}`, {});
  },
  'POST /api/admin/contests/:contestId/ceremony/link': async (example) =>
    example.admin.post(`${await adminContest(example)}/ceremony/link`),
  'DELETE /api/admin/contests/:contestId/ceremony/link': async (example) => {
    const path = `${await adminContest(example)}/ceremony/link`;
    await example.admin.post(path);
    return example.admin.send('DELETE', path, {});
  },
  'POST /api/admin/contests/:contestId/live/people': async (example) => {
    const { id: userId } = await example.server.given.user();
    return example.admin.post(`${await adminContest(example)}/live/people`, { userId });
  },
  'POST /api/admin/contests/:contestId/balloons': async (example) =>
    example.admin.post(`${await adminContest(example)}/balloons`, { inFreeze: 'until', untilNumber: 2 }),
  'POST /api/admin/contests/:contestId/balloons/runners': async (example) => {
    const { id: userId } = await example.server.given.user();
    return example.admin.post(`${await adminContest(example)}/balloons/runners`, { userId });
  },
  'DELETE /api/admin/contests/:contestId/balloons/runners/:userId': async (example) => {
    const { id: userId } = await example.server.given.user();
    const path = `${await adminContest(example)}/balloons/runners`;
    await example.admin.post(path, { userId });
    return example.admin.send('DELETE', `${path}/${userId}`, {});
  },
  'POST /api/admin/contests/:contestId/prints': async (example) =>
    example.admin.post(`${await adminContest(example)}/prints`, PRINT_RULES),
  'POST /api/admin/contests/:contestId/prints/:jobId': async ({ server, admin }) => {
    const contest = await server.given.contest();
    const path = `/api/admin/contests/${contest.id}/prints`;
    await admin.post(path, PRINT_RULES);
    const participant = await server.given.participant(contest);
    await participant.post(`/api/contest/${contest.id}/prints`, { title: 'A', text: 'main' });
    const { jobs } = (await admin.get(path)).as(PrintQueue);
    return admin.post(`${path}/${jobs[0]?.id}`, { action: 'done' });
  },
  'POST /api/admin/contests/:contestId/live/extra-time': async ({ server, admin }) => {
    const contest = await server.given.contest();
    const { user } = await server.given.participant(contest);
    const people = [{ userId: user.id, minutes: 10 }];
    return admin.post(`/api/admin/contests/${contest.id}/live/extra-time`, { people });
  },
  'POST /api/admin/contests/:contestId/live/windows/:userId/start': async ({ server, admin }) => {
    const contest = await server.given.contest({ startsInMin: -10 });
    const { user } = await server.given.participant(contest);
    await admin.post(`/api/admin/contests/${contest.id}`, { windowTimeMs: 60_000 });
    return admin.post(`/api/admin/contests/${contest.id}/live/windows/${user.id}/start`, {
      ...{ startedAtMs: contest.startTimeMs, readStartedAtMs: null, reason: 'power cut' },
    });
  },
  'POST /api/admin/contests/:contestId/live/removed-intervals': async ({ server, admin }) =>
    cutOut(admin, await server.given.contest()),
  'POST /api/admin/contests/:contestId/live/removed-intervals/:intervalId/restore': async ({
    server,
    admin,
  }) => {
    const contest = await server.given.contest();
    await cutOut(admin, contest);
    return admin.post(`/api/admin/contests/${contest.id}/live/removed-intervals/1/restore`, {});
  },
  'POST /api/admin/contests/:contestId/live/freeze': async (example) =>
    example.admin.post(`${await adminContest(example)}/live/freeze`),
  'POST /api/admin/contests/:contestId/live/thaw': async ({ server, admin }) => {
    const { id } = await server.given.contest({ freezeInMin: -1 });
    return admin.post(`/api/admin/contests/${id}/live/thaw`);
  },
  'POST /api/admin/problems/:problemId': async (example) =>
    example.admin.post(await adminProblem(example), { title: 'Another title' }),
  'POST /api/admin/problems/:problemId/editor': async (example) =>
    example.admin.post(`${await adminProblem(example)}/editor`, { basedOnVersion: 0 }),
  'POST /api/admin/problems/:problemId/checks': async (example) => (await startedCheck(example)).reply,
  'DELETE /api/admin/problems/:problemId/checks/:checkId': async (example) => {
    const { problemId, checkId } = await startedCheck(example);
    return example.admin.send('DELETE', `/api/admin/problems/${problemId}/checks/${checkId}`, {});
  },
  'DELETE /api/admin/problems/:problemId': async (example) =>
    example.admin.send('DELETE', await adminProblem(example), {}),
  'POST /api/admin/problems/:problemId/repair': async (example) => {
    const path = await adminProblem(example);
    await example.admin.send('DELETE', path, {});
    return example.admin.post(`${path}/repair`);
  },
  'POST /api/admin/problems/:problemId/rescan': async (example) => {
    const { server, admin } = example;
    const problemId = await server.given.problem();
    const { importId } = (await sendPackage(admin)).json;
    await server.services.db
      .updateTable('packageImport')
      .set({ state: 'done', problemId })
      .where('id', '=', Number(importId))
      .execute();
    // The import itself waits for a judge; a cancelled one answers at once.
    const reply = admin.post(`/api/admin/problems/${problemId}/rescan`);
    await vi.waitFor(async () => {
      const { numUpdatedRows } = await server.services.db
        .updateTable('packageImport')
        .set({ state: 'cancelled' })
        .where('problemId', '=', problemId)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      expect(numUpdatedRows).toBe(1n);
    }, 150_000);
    return reply;
  },
  'DELETE /api/admin/contests/:contestId/users/:userId': async (example) => {
    const { contest, participant } = await contestOf(example);
    const path = `/api/admin/contests/${contest.id}/users/${participant.user.id}`;
    return example.admin.send('DELETE', path, {});
  },
  'POST /api/admin/contests/:contestId/solutions/refresh': (example) => rejudge(example, () => 'refresh'),
  'POST /api/admin/contests/:contestId/solutions/refresh/:symbolIndex': (example) =>
    rejudge(example, () => 'refresh/A'),
  'POST /api/admin/contests/:contestId/solutions/refresh/:symbolIndex/:userId': (example) =>
    rejudge(example, ({ user }) => `refresh/A/${user.id}`),
  'POST /api/admin/contests/:contestId/solutions/refresh/all/:userId': (example) =>
    rejudge(example, ({ user }) => `refresh/all/${user.id}`),
  'POST /api/admin/contests/:contestId/rejudgings': async (example) =>
    (await startedRejudging(example)).reply,
  'POST /api/admin/contests/:contestId/rejudgings/:rejudgingId/apply': async (example) => {
    const { path } = await startedRejudging(example);
    const judge = await startTestJudge(example.server.url);
    await judge.rejudgeResult(await judge.mustClaimRejudging());
    return example.admin.post(`${path}/apply`);
  },
  'POST /api/admin/contests/:contestId/rejudgings/:rejudgingId/cancel': async (example) =>
    example.admin.post(`${(await startedRejudging(example)).path}/cancel`),
  'POST /api/admin/contests/:contestId/solutions/stale/refresh': (example) =>
    rejudge(example, () => 'stale/refresh'),
  'POST /api/admin/problems/:problemId/solutions/stale/refresh': async ({ server, admin }) =>
    admin.post(`/api/admin/problems/${await server.given.problem()}/solutions/stale/refresh`),
  'POST /api/admin/problems/:problemId/rollback/:versionNumber': async (example) => {
    const { problemId } = await versionedProblem(example);
    return example.admin.post(`/api/admin/problems/${problemId}/rollback/1`);
  },
  'POST /api/problems/:problemId/versions': async (example) => {
    const { problemId, uuid: versionId } = await versionedProblem(example);
    const contest = await example.server.given.contest({ problems: [problemId] });
    return example.admin.post(`/api/problems/${problemId}/versions`, { contestId: contest.id, versionId });
  },
  'POST /api/admin/problems/import': ({ admin }) => sendPackage(admin),
  'POST /api/admin/problems/imports/:importId/retry': async ({ admin }) => {
    const path = `/api/admin/problems/imports/${(await sendPackage(admin)).json.importId}`;
    await admin.send('DELETE', path, {});
    return admin.post(`${path}/retry`, {});
  },
  'POST /api/admin/problems/uploads/:uploadId/end': async ({ admin }) => {
    const content = 'PK\u0003\u0004 package in pieces';
    const file = { fileName: 'sum.zip', sizeBytes: content.length, modifiedAtMs: 1 };
    const path = `/api/admin/problems/uploads/${(await admin.post('/api/admin/problems/uploads', file)).json.id}`;
    const headers = { 'content-type': 'application/octet-stream' };
    await admin.send('PUT', `${path}?offset=0`, { headers, body: content });
    return admin.post(`${path}/end`, {});
  },
  'DELETE /api/admin/problems/imports/:importId': async ({ admin }) => {
    const { importId } = (await sendPackage(admin)).json;
    return admin.send('DELETE', `/api/admin/problems/imports/${importId}`, {});
  },
  'POST /api/admin/computeRatings': ({ admin }) => admin.post('/api/admin/computeRatings'),
  'POST /api/admin/ratings/computations/:number/store': async ({ admin }) =>
    admin.post(`${await previewedRatings(admin)}/store`),
  'POST /api/admin/ratings/computations/:number/undo': async ({ admin }) => {
    const path = await previewedRatings(admin);
    await admin.post(`${path}/store`);
    return admin.post(`${path}/undo`);
  },
  'POST /api/news': ({ admin }) => admin.post('/api/news', NEWS),
  'POST /api/news/:newsId': async (example) => example.admin.post(await newsOf(example), NEWS),
  'DELETE /api/news/:newsId': async (example) => example.admin.send('DELETE', await newsOf(example), {}),
  'POST /api/admin/groups/:groupId/links': async (example) => example.admin.post(await linksOf(example), {}),
  'DELETE /api/admin/groups/:groupId/links/:linkUuid': async (example) => {
    const links = await linksOf(example);
    const { uuid } = (await example.admin.post(links, {})).json;
    return example.admin.send('DELETE', `${links}/${uuid}`, {});
  },
  'POST /api/admin/groups/:groupId/links/:linkUuid': async (example) => {
    const links = await linksOf(example);
    const { uuid } = (await example.admin.post(links, {})).json;
    return example.admin.post(`${links}/${uuid}`, { isActive: false });
  },
  'POST /api/admin/groups': ({ admin }) => admin.post('/api/admin/groups', GROUP),
  'POST /api/admin/groups/:groupId': async ({ server, admin }) =>
    admin.post(`/api/admin/groups/${await server.given.group()}`, GROUP),
  'POST /api/admin/groups/:groupId/members': async ({ server, admin }) =>
    admin.post(`/api/admin/groups/${await server.given.group()}/members`, { add: [admin.user.id] }),
  'DELETE /api/admin/groups/:groupId': async ({ server, admin }) =>
    admin.send('DELETE', `/api/admin/groups/${await server.given.group()}`, {}),
  'POST /api/admin/users': ({ admin }) =>
    admin.post('/api/admin/users', { firstName: 'Anna', lastName: 'Smirnova' }),
  'POST /api/admin/people/passwords': async ({ server, admin }) =>
    admin.post('/api/admin/people/passwords', { userIds: [(await server.given.user()).id] }),
  'POST /api/admin/people/ban': async ({ server, admin }) =>
    admin.post('/api/admin/people/ban', {
      userIds: [(await server.given.user()).id],
      reason: 'Two accounts',
    }),
  'POST /api/admin/people/delete': async ({ server, admin }) =>
    admin.post('/api/admin/people/delete', { userIds: [(await server.given.user()).id] }),
  'POST /api/admin/users/:userId': async (example) =>
    example.admin.post(await userOf(example), { firstName: 'Another' }),
  'DELETE /api/admin/users/:userId': async (example) =>
    example.admin.send('DELETE', await userOf(example), {}),
  'POST /api/admin/users/:userId/ban': async (example) =>
    example.admin.post(`${await userOf(example)}/ban`, { reason: 'Two accounts' }),
  'DELETE /api/admin/users/:userId/ban': async (example) =>
    example.admin.send('DELETE', `${await userOf(example)}/ban`, {}),
  'POST /api/admin/users/:userId/password': async (example) =>
    example.admin.post(`${await userOf(example)}/password`),
  'DELETE /api/admin/users/:userId/sessions': async (example) =>
    example.admin.send('DELETE', `${await userOf(example)}/sessions`, {}),
  'DELETE /api/admin/users/:userId/sessions/:sessionId': async (example) => {
    const path = `${await userOf(example)}/sessions`;
    const [session] = (await example.admin.get(path)).as(SessionsOfUser);
    return example.admin.send('DELETE', `${path}/${session?.id}`, {});
  },
  'POST /api/admin/users/:userId/team': async (example) =>
    example.admin.post(`${await userOf(example)}/team`, TEAM),
  'DELETE /api/admin/users/:userId/team': async (example) => {
    const path = `${await userOf(example)}/team`;
    await example.admin.post(path, TEAM);
    return example.admin.send('DELETE', path, {});
  },
  'POST /api/admin/organizations': ({ admin }) => admin.post('/api/admin/organizations', ORGANIZATION),
  'POST /api/admin/organizations/:organizationId': async (example) =>
    example.admin.post(await organizationOf(example), { ...ORGANIZATION, name: 'State U' }),
  'DELETE /api/admin/organizations/:organizationId': async (example) =>
    example.admin.send('DELETE', await organizationOf(example), {}),
  'POST /api/admin/teams/import': ({ admin }) =>
    admin.post('/api/admin/teams/import', {
      files: [{ name: 'organizations.json', text: '[{"id":"u1","name":"University"}]' }],
      dryRun: false,
    }),
  'POST /api/admin/contests/import': async ({ admin }) => {
    const form = new FormData();
    const contest = { name: 'contest.json', data: '{"id":"c","name":"Imported","duration":"5:00:00"}' };
    form.append('file', new Blob([new Uint8Array(zipBytes([contest]))]), 'contest.zip');
    const { sha256 } = (await admin.post('/api/admin/contests/import/archive', form)).json;
    return admin.post('/api/admin/contests/import', { sha256, dryRun: false });
  },
  'POST /api/admin/users-groups': ({ admin }) => {
    const form = new FormData();
    form.append('file', new Blob(['first;last\nBoris;Petrov;;;0\n']), 'users.csv');
    form.append('groupIds', '');
    return admin.post('/api/admin/users-groups', form);
  },
  'POST /api/contest/:contestId/messages': async (example) => {
    const { contest } = await contestOf(example);
    return example.admin.post(`/api/contest/${contest.id}/messages`, { text: 'Hello' });
  },
  'POST /api/contest/:contestId/messages/:messageId/answered': async (example) => {
    const path = await questionOf(example);
    return example.admin.post(`${path}/answered`, { isAnswered: true });
  },
  'POST /api/contest/:contestId/messages/:messageId/topic': async (example) => {
    const path = await questionOf(example);
    return example.admin.post(`${path}/topic`, { category: 'operations' });
  },
  'POST /api/admin/contests/:contestId/similarity/templates': async (example) =>
    example.admin.post(`${await adminContest(example)}/similarity/templates`, {
      ...{ symbolIndex: 'A', source: 'int main() {}' },
    }),
  'POST /api/admin/contests/:contestId/similarity': async (example) => {
    const contest = await example.server.given.contest();
    return example.admin.post(`/api/admin/contests/${contest.id}/similarity`);
  },
  'POST /api/admin/contests/:contestId/similarity/cancel': async ({ admin, server }) => {
    const contest = await server.given.contest();
    for (const name of ['one', 'other'])
      await (await server.given.participant(contest)).submit(contest, { solution: `print("${name}")` });
    const verdictId = VERDICTS.accepted.id;
    const { db } = server.services;
    await db.updateTable('solution').set({ verdictId }).where('contestId', '=', contest.id).execute();
    await admin.post(`/api/admin/contests/${contest.id}/similarity`);
    return admin.post(`/api/admin/contests/${contest.id}/similarity/cancel`);
  },
  'POST /api/contest/:contestId/stock-answers': async (example) => {
    const contest = await example.server.given.contest();
    const answers = [{ 'en-us': 'Ask the hall.' }];
    return example.admin.post(`/api/contest/${contest.id}/stock-answers`, { version: 0, answers });
  },
  'DELETE /api/contest/:contestId/messages/:messageId': async (example) =>
    example.admin.send('DELETE', await questionOf(example), {}),
};

const GROUP = { name: 'Group', color: '#123456', userIds: [] };
const TEAM = { name: 'Seven Kings', seat: 'A-12', members: [{ name: 'Anna' }] };
const ORGANIZATION = { name: 'SSU', formalName: 'State University', country: 'KAZ' };
const NEWS = { title: 'Title', body: '<p>Text</p>', groupIds: [] };

/** Saves each section of the settings. */
function settingsExamples(): Record<string, (example: Example) => Promise<Reply>> {
  const path = '/api/admin/server/settings';
  const mail = { siteUrl: null, host: null, port: null, security: 'tls', user: null };
  const forms = {
    looks: { name: 'Cup', color: '#123456', nameInLogo: false },
    contacts: { russian: 'Комната 7', english: 'Room 7' },
    mail: { ...mail, from: 'cup@example.org', password: 'a word' },
    telegram: { apiRoot: 'http://127.0.0.1:9' },
    limits: { trialRunsPerMinute: 5, backupEveryHours: 12, backupKeep: 3, sameVersions: true },
  };
  return Object.fromEntries(
    Object.entries(forms).map(([section, form]) => [
      `POST ${path}/${section}`,
      ({ admin }) => admin.post(`${path}/${section}`, { ...form, version: 0 }),
    ]),
  );
}

const BACKUPS = '/api/admin/server/backups';

/** Gives the server a folder for backups while the example runs. */
async function withBackups(server: TestServer, call: () => Promise<Reply>): Promise<Reply> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balloon-backups-'));
  server.services.options.backupDir = folder;
  const reply = await call();
  server.services.options.backupDir = null;
  await rm(folder, { recursive: true });
  return reply;
}

/** Starts a backup and waits until it is made. */
async function startBackup(admin: Person): Promise<Reply> {
  const reply = await admin.post(BACKUPS);
  await vi.waitFor(async () => {
    const { newestRun } = (await admin.get(BACKUPS)).as(BackupState);
    expect(newestRun).toMatchObject({ isRunning: false, failure: null });
  }, 150_000);
  return reply;
}

async function judgeOf({ server }: Example): Promise<number> {
  const judge = await startTestJudge(server.url, `judge ${crypto.randomUUID()}`);
  return judge.judgeId;
}

async function workOf(example: Example): Promise<number> {
  const { contest, participant } = await contestOf(example);
  const { id } = (await submit(participant, contest)).json;
  const { db } = example.server.services;
  const row = await db
    .selectFrom('judging')
    .where('solutionId', '=', Number(id))
    .select('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function adminContest(example: Example): Promise<string> {
  return `/api/admin/contests/${(await example.server.given.contest()).id}`;
}

/** Address of the official results of a contest that is over. */
async function overContest({ server, admin }: Example): Promise<string> {
  const { id } = await server.given.contest({ startsInMin: -20, durationMin: 10 });
  await admin.post(`/api/admin/contests/${id}`, { hasOfficialResults: true });
  return `/api/admin/contests/${id}/results`;
}

async function awarded(example: Example) {
  const { contest, participant } = await contestOf(example);
  const path = `/api/admin/contests/${contest.id}/awards`;
  const award = { titleEn: 'Prize of the jury', userIds: [participant.user.id] };
  const reply = await example.admin.post(path, award);
  const [stored] = await findAwardsByHand(example.server.services.db, contest.id);
  return { path, award, reply, awardId: stored?.id };
}

async function adminProblem({ server }: Example): Promise<string> {
  return `/api/admin/problems/${await server.given.problem()}`;
}

async function contestOf({ server: { given } }: Example) {
  const contest = await given.contest();
  return { contest, participant: await given.participant(contest) };
}

const submit = (participant: Person, contest: GivenContest) => participant.submit(contest, {});

const cutOut = (admin: Person, { id, startTimeMs }: GivenContest) => {
  const interval = { fromMs: startTimeMs + 60_000, toMs: startTimeMs + 120_000 };
  return admin.post(`/api/admin/contests/${id}/live/removed-intervals`, interval);
};

async function solutionIdOf(example: Example): Promise<number> {
  const { contest, participant } = await contestOf(example);
  return Number((await submit(participant, contest)).json.id);
}

const solutionOf = async (example: Example) => `/api/admin/solutions/${await solutionIdOf(example)}`;

async function rejudge(example: Example, path: (participant: Person) => string): Promise<Reply> {
  const { contest, participant } = await contestOf(example);
  await submit(participant, contest);
  return example.admin.post(`/api/admin/contests/${contest.id}/solutions/${path(participant)}`);
}

/** A rejudging of a single solution, which is the only work that waits for judges. */
async function startedRejudging(example: Example) {
  const { server, admin } = example;
  await server.services.db.deleteFrom('judging').execute();
  const { contest, participant } = await contestOf(example);
  const { id } = (await submit(participant, contest)).json;
  await admin.decide(Number(id), 2);
  const path = `/api/admin/contests/${contest.id}/rejudgings`;
  const reply = await admin.post(path, { reason: 'a weak checker' });
  return { reply, path: `${path}/${reply.json.id}` };
}

/** A check of a checker program, which waits for a judge. */
async function startedCheck({ server, admin }: Example) {
  const problemId = await server.given.problem();
  const path = `/api/admin/problems/${problemId}`;
  const form = new FormData();
  form.append('file', new Blob(['int main() {}']), 'check.cpp');
  const { sha256, bytes } = (await admin.post(`${path}/contents`, form)).json;
  const files = [{ path: 'check.cpp', sha256, bytes }];
  const program = { language: 'cpp17', files, sources: ['check.cpp'] };
  const checker = { kind: 'program', protocol: 'testlib', program, flags: [] };
  const reply = await admin.post(`${path}/checks`, { checker });
  return { problemId, reply, checkId: reply.json.id };
}

async function versionedProblem({ server }: Example) {
  const problemId = await server.given.problem();
  const { uuid } = await server.services.db.transaction().execute((tx) => storeVersion(tx, problemId));
  return { problemId, uuid };
}

const sendPackage = (admin: Person): Promise<Reply> =>
  admin.post('/api/admin/problems/import', packageForm());

function packageForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['PK\u0003\u0004 package']), 'sum.zip');
  return form;
}

/** Address of a server that packages come from or go to. */
async function packageServerOf(admin: Person, systemType: 'polygon' | 'yandex'): Promise<string> {
  outsideServers += 1;
  const url = `https://${systemType}-${outsideServers}.example.org/`;
  const added = { systemType, name: systemType, url };
  const { servers } = (await admin.post('/api/admin/outside-systems/servers', added)).as(OutsideServers);
  return `/api/admin/outside-systems/servers/${servers.find((each) => each.url === url)?.id}`;
}

/** A person who is signed in. */
async function userOf({ server: { given } }: Example): Promise<string> {
  const { user } = await given.signedIn(await given.user());
  return `/api/admin/users/${user.id}`;
}

async function newsOf({ admin }: Example): Promise<string> {
  return `/api/news/${(await admin.post('/api/news', NEWS)).json.id}`;
}

async function organizationOf({ admin }: Example): Promise<string> {
  const { id } = (await admin.post('/api/admin/organizations', ORGANIZATION)).json;
  return `/api/admin/organizations/${id}`;
}

async function linksOf({ server }: Example): Promise<string> {
  return `/api/admin/groups/${await server.given.group()}/links`;
}

async function questionOf(example: Example): Promise<string> {
  const { contest, participant } = await contestOf(example);
  const messages = `/api/contest/${contest.id}/messages`;
  const sent = await participant.post(messages, { text: 'Why?' });
  return `${messages}/${sent.json.message?.id}`;
}

/** Computes ratings up to their preview. @returns path of the computation */
async function previewedRatings(admin: Person): Promise<string> {
  const { number } = (await admin.post('/api/admin/ratings/computations', {})).json;
  const path = `/api/admin/ratings/computations/${number}`;
  await expect.poll(async () => (await admin.get(path)).json.state).toBe('preview');
  return path;
}

let outsideServers = 0;
const PRINT_RULES = { isOpen: true, maxPages: 2, jobsPerMinute: 2, printsAfterEnd: true };
const OUTSIDE_ACCOUNT = { name: 'first', credentials: { judgeId: '12345AB' } };

function addOutsideServer(admin: Person): Promise<Reply> {
  outsideServers += 1;
  const url = `https://timus-${outsideServers}.example.org/`;
  return admin.post('/api/admin/outside-systems/servers', { systemType: 'timus', name: 'Timus', url });
}

/** Address of a new server of an outside system. */
async function outsideServerOf(admin: Person): Promise<string> {
  const { servers } = (await addOutsideServer(admin)).as(OutsideServers);
  return `/api/admin/outside-systems/servers/${servers.at(-1)?.id}`;
}

/** Scans that name no server, each after the former one of its system has ended. */
function olderScanExamples(): typeof AUDIT_EXAMPLES {
  const calls: Record<string, object> = {
    '/api/admin/problems/scan': { systemType: 'timus', insert: true, update: false },
    '/api/admin/yandex-import-by-id': { contestId: 12 },
    '/api/admin/yandex-official-import-by-id': { contestId: 12 },
    ...Object.fromEntries(
      ['scanTimus', 'scanCf', 'scanCfGyms', 'scanAcmp', 'scanSgu'].map((name) => [`/api/admin/${name}`, {}]),
    ),
  };
  return Object.fromEntries(
    Object.entries(calls).map(([path, body]) => [
      `POST ${path}`,
      async ({ server, admin }) => {
        await server.services.db.updateTable('outsideJob').set({ state: 'cancelled' }).execute();
        return admin.post(path, body);
      },
    ]),
  );
}

/** Ends the newest import of problems as a relay would that has read this one. */
async function endNewestImport({ services: { db } }: TestServer, problemId: number): Promise<void> {
  const { id: jobId } = await db
    .selectFrom('outsideJob')
    .innerJoin('outsideServer', 'outsideServer.id', 'outsideJob.serverId')
    .select('outsideJob.id')
    .where('outsideServer.systemType', '=', 'acmp')
    .where('kind', '=', 'import')
    .executeTakeFirstOrThrow();
  const line = { jobId, foreignId: '7', title: '', outcome: 'new', problemId } as const;
  await db.insertInto('outsideJobLine').values(line).execute();
  await db.updateTable('outsideJob').set({ state: 'done' }).where('id', '=', jobId).execute();
}

/** Address of a new scan. */
async function outsideJobOf(admin: Person): Promise<string> {
  const { jobId } = (await admin.post(`${await outsideServerOf(admin)}/scan`, {})).as(JobAccepted);
  return `/api/admin/outside-systems/jobs/${jobId}`;
}

/** Address of a new account of an outside system. */
async function outsideAccountOf(admin: Person): Promise<string> {
  const reply = await admin.post(`${await outsideServerOf(admin)}/accounts`, OUTSIDE_ACCOUNT);
  return `/api/admin/outside-systems/accounts/${reply.as(OutsideServers).servers.at(-1)?.accounts[0]?.id}`;
}
