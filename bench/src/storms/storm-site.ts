import { connect } from '@balloon/database/connect.ts';
import { waitForHealth } from '@balloon/e2e/browser/wait.ts';
import { JUDGE_TOKEN, openStage } from '@balloon/e2e/sites/processes.ts';
import { gatherSampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { insertSessions } from '#contest/crowd.ts';
import { countStatements } from '#contest/database-watch.ts';
import { SimulatedJudges } from '#contest/simulated-judges.ts';
import { insertContest } from '#scoreboard/scoreboard-requests-bench.ts';
import type { StormSite } from '#storms/storm.ts';

const PROBLEMS = 6;
/** Earlier solutions of each person. */
const HISTORY_EACH = 2;
const JUDGE_SLOTS = 8;
/** Judges that are slow enough to leave the machine to the web. */
const JUDGING_MS = 40;

/** Opens a site of its own; `everything` ends it. */
export async function openStormSite(everything: AsyncDisposableStack, people: number): Promise<StormSite> {
  const stage = everything.use(await openStage());
  const server = await stage.startDatabase();
  await countStatements(server);
  const first = await stage.startWeb('web', server.url);
  const { contestId: sampleId, admin } = await gatherSampleCrew(first.url, first.output());
  const database = everything.adopt(connect(server.url), ({ close }) => close());
  const contestId = await insertContest(database, sampleId, {
    ...{ name: 'hall', participants: people, problems: PROBLEMS, solutionsEach: HISTORY_EACH },
  });
  const members = await insertSessions(database, contestId);
  const judges = everything.adopt(new SimulatedJudges(JUDGING_MS), (them) => them.stop());
  await judges.start([first.url], JUDGE_TOKEN, JUDGE_SLOTS);
  const site: StormSite = {
    ...{ web: first, database, contestId, members, judges, adminToken: admin.token },
    async restartWeb() {
      await site.web.stop();
      site.web = await stage.startWeb('web', server.url, { PORT: String(first.port) });
      await waitForHealth(first.url, ({ database: { connected } }) => connected);
    },
  };
  return site;
}
