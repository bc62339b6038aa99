import type { JudgeResult } from '@balloon/contracts/judging/judge.ts';
import { JobAccepted } from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { Organization } from '@balloon/contracts/people/teams.ts';
import { RejudgingDetail } from '@balloon/contracts/solutions/rejudgings.ts';
import { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { News } from '@balloon/contracts/talk/news.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestJudge, type TestJudge } from '@balloon/server/testing/test-judge.ts';
import { startTestServer, type TestClient, type TestServer } from '@balloon/server/testing/test-server.ts';
import { RatedSite } from '#sites/rated-site.ts';

/** Site with content on every screen, and the ids in its addresses. */
export interface LivedInSite {
  server: TestServer;
  /** Id of the sample contest, which runs and has everybody as participant. */
  contestId: number;
  ratedContestIds: number[];
  newsId: number;
  /** Solution of the participant, with a verdict. */
  solutionId: number;
  /** Problem that has a version 1. */
  problemId: number;
  groupId: number;
  organizationId: number;
  groupKey: string;
  people: Record<Role, TestClient>;
  participantId: number;
  outsideServerId: number;
  /** Scan that waits for a relay. */
  outsideJobId: number;
  /** Rejudging that waits for somebody to apply it. */
  rejudgingId: number;
}
export type Role = 'visitor' | 'participant' | 'moderator' | 'admin';

/** Makes a site with contests, results, ratings, news, messages and a chat. */
export async function openLivedInSite(): Promise<LivedInSite> {
  const server = await startTestServer({ staticDir: await ensureFrontEnd(), sampleData: 'contest' });
  const { given, services } = server;
  const groupId = await given.group('Second year');
  const site = new RatedSite(server, groupId);
  const [anna, boris] = [await site.member('Anna', 'Smirnova'), await site.member('Boris', 'Orlov')];
  const moderator = await given.supervisor({ groups: [groupId] });
  const admin = await given.admin();

  const first = await site.contest('Autumn cup', 24 * 20, [anna, boris]);
  const second = await site.contest('Winter cup', 24 * 3, [anna, boris]);
  await site.solution(first, anna, 10);
  await site.solution(first, boris, 30, { verdict: 'wrongAnswer' });
  await site.solution(second, anna, 20);
  await mustAnswer(admin.post('/api/admin/computeRatings'));

  const { id: contestId } = await services.db
    .selectFrom('contest')
    .select('id')
    .where('id', '<', first.id)
    .executeTakeFirstOrThrow();
  for (const person of [anna, boris, moderator, admin])
    await mustAnswer(person.post(`/api/contest/${contestId}/join`));
  const judge = await startTestJudge(server.url);
  const send = async (
    symbolIndex: string,
    verdict: JudgeResult['verdict'],
    result: Partial<JudgeResult> = {},
  ) => {
    const sent = await mustAnswer(
      anna.submit({ id: contestId }, { symbolIndex, solution: 'print(1)\n'.repeat(40) }),
    );
    await judge.result(await judge.mustClaim(), { verdict, ...result });
    return Number(sent.json.id);
  };
  await send('B', 'wrongAnswer', { testNumber: 3 });
  await send('C', 'compilationError', { compilationError: 'main.py:1: error: what is this?' });
  const solutionId = await send('A', 'accepted');
  await mustAnswer(anna.submit({ id: contestId }, { symbolIndex: 'D' })); // stays in the queue

  const messages = `/api/contest/${contestId}/messages`;
  await mustAnswer(
    admin.post(messages, { message: 'The limit in **B** is $10^5$', attachments: {}, asAdmin: true }),
  );
  const question = await mustAnswer(
    anna.post(messages, { text: 'May the sum be negative?', symbolIndex: 'A' }),
  );
  const { message } = question.as(ContestMessage);
  await mustAnswer(moderator.post(messages, { text: 'Yes', questionId: message.id }));
  await mustAnswer(boris.post(messages, { text: 'Is there a break?' }));
  const news = await mustAnswer(
    admin.post('/api/news', {
      title: 'The hall has moved',
      body: '<p>We meet in the <b>second</b> building</p>',
      groupsIds: [groupId],
    }),
  );
  await mustAnswer(
    anna.post('/api/chat/chatMessages', { recipientUserId: 'admin', message: 'Where is my seat?' }),
  );
  await mustAnswer(admin.post('/api/chat/chatMessages', { recipientUserId: anna.user.id, message: 'Row 5' }));

  const problemId = first.problemIds[0] ?? 0;
  await services.db
    .insertInto('problemVersion')
    .values({ problemId, versionNumber: 1, title: 'Problem A', htmlStatement: '<p>Add two numbers</p>' })
    .execute();
  const outside = { systemType: 'timus', name: 'Timus', url: 'https://timus.example.org/' };
  const { servers } = (await mustAnswer(admin.post('/api/admin/outside-systems/servers', outside))).as(
    OutsideServers,
  );
  const outsideServerId = servers[0]?.id ?? 0;
  const scan = await mustAnswer(
    admin.post(`/api/admin/outside-systems/servers/${outsideServerId}/scan`, { insert: true }),
  );
  const link = await mustAnswer(admin.post(`/api/admin/groups/${groupId}/links`));
  const organization = await mustAnswer(admin.post('/api/admin/organizations', { name: 'SSU' }));
  return {
    server,
    contestId,
    ratedContestIds: [first.id, second.id],
    newsId: news.as(News).id,
    solutionId,
    problemId,
    groupId,
    organizationId: organization.as(Organization).id,
    groupKey: String(link.json.registerKey),
    people: { visitor: given.anonymous(), participant: anna, moderator, admin },
    participantId: anna.user.id,
    outsideServerId,
    outsideJobId: scan.as(JobAccepted).jobId,
    rejudgingId: await judgedAgain(admin, judge, contestId),
  };
}

/** Has the rejected solutions of a contest judged again: they differ now. */
async function judgedAgain(admin: TestClient, judge: TestJudge, contestId: number): Promise<number> {
  const path = `/api/admin/contests/${contestId}/rejudgings?rejected=true`;
  const { id, runsNumber } = (await admin.post(path, { reason: 'A weak checker' })).as(RejudgingDetail);
  for (let left = runsNumber; left > 0; left -= 1)
    await judge.rejudgeResult(await judge.mustClaimRejudging());
  return id;
}

async function mustAnswer<Reply extends { status: number; text: string }>(
  call: Promise<Reply>,
): Promise<Reply> {
  const reply = await call;
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}
