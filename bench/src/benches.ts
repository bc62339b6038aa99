import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { benchAdminLists } from '#admin/admin-lists-bench.ts';
import { benchPeople } from '#admin/people-bench.ts';
import { benchAccept } from '#contest/accept-bench.ts';
import { contestBench } from '#contest/contest-bench.ts';
import type { Profile } from '#contest/profiles.ts';
import { benchSockets } from '#contest/sockets-bench.ts';
import { draftsBench, type Hall } from '#drafts/drafts-bench.ts';
import { benchJudge } from '#judging/judge-bench.ts';
import { benchLargeTest } from '#judging/large-test-bench.ts';
import { benchLatency } from '#judging/latency-bench.ts';
import { benchThroughput } from '#judging/throughput-bench.ts';
import { benchPage } from '#page/page-bench.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import type { Table } from '#report/table.ts';
import { benchApi } from '#requests/api-bench.ts';
import { benchInteraction } from '#sandbox/interaction-bench.ts';
import { benchRepeatability } from '#sandbox/repeatability-bench.ts';
import { benchSandbox } from '#sandbox/sandbox-bench.ts';
import { benchMonitor } from '#scoreboard/monitor-bench.ts';
import { benchScoreboard } from '#scoreboard/scoreboard-bench.ts';
import { benchScoreboardRequests } from '#scoreboard/scoreboard-requests-bench.ts';
import type { Storm } from '#storms/storm.ts';
import { returnsBench, stormsBench } from '#storms/storms-bench.ts';

export type Bench = Omit<Table, 'rows'> & { run(site: () => Promise<BenchSite>): Promise<Table['rows']> };

type Benches = Readonly<Record<string, Bench>>;

/**
 * Lists the benches in the order in which they run: those that load the site most come last.
 *
 * @param profile crowd of the contest
 * @param storm people who do the same at once
 * @param returning pages that come back after a restart
 * @param hall people who type
 */
export const benchesOf = (profile: Profile, storm: Storm, returning: number, hall: Hall): Benches => ({
  ...WITHOUT_SITE,
  ...JUDGING,
  ...READING,
  contest: contestBench(profile),
  storms: stormsBench(storm),
  returns: returnsBench(returning),
  drafts: draftsBench(hall),
  ...BOUNDS,
});

/** Rules, sandbox and judge by themselves, without a site. */
const WITHOUT_SITE: Benches = {
  scoreboard: {
    title: 'Scoreboard, in memory',
    note: 'Five hours, 15 problems, 40 solutions per participant; without HTTP and database.',
    run: async () => benchScoreboard(),
  },
  sandbox: {
    title: 'Sandbox, per test',
    note: 'Beside the bare cost of the same: of starting a program, or of ending as many processes; the two take turns.',
    run: async () => benchSandbox(),
  },
  repeatability: {
    title: 'Repeatability',
    note:
      'The same program a hundred times: by hand, in one slot, and with a slot on every core at work; the methods take' +
      ' turns. Crowded: three other processes compute on each core. The middle is from the 5th to the 95th of a hundred, both spreads are parts of the median.',
    run: async () => benchRepeatability(),
  },
  interaction: {
    title: 'A solution and an interactor, talking',
    note: 'Two C programs say a byte to each other in turns; beside bare pipes between the same two, taking turns.',
    run: async () => benchInteraction(),
  },
  judge: {
    title: 'Judge, without a server',
    note: 'Beside the compiler called by hand and the program started by a shell; the methods take turns.',
    run: async () => benchJudge(),
  },
};

/** Solutions on their way through a whole site. */
const JUDGING: Benches = {
  latency: {
    title: 'From sending to the verdict',
    note:
      'A site in processes of its own, an HTTP client, the verdict heard on a socket; problem A of the sample contest' +
      ' with 20 tests. Beside the same compilations and runs by hand, taking turns.',
    run: async (site) => benchLatency(await site()),
  },
  large: {
    title: 'A test of 100 MB',
    note: 'A site in processes of its own; the test goes from the database through the web to the judge and is never whole in memory.',
    run: async (site) => benchLargeTest(await site()),
  },
  throughput: {
    title: 'A queue, with a judging slot on every core',
    note:
      'A site in processes of its own; beside the same compilations and runs by as many shells at once, taking turns.' +
      ' CPU time is that of the shells, or of web and judge, with all that they start; it hardly depends on other load,' +
      ' while the clock may flatter the judge on a busy machine, where its programs are scheduled in groups of their own.',
    run: async (site) => benchThroughput(await site()),
  },
};

/** Pages and lists of a whole site, as people read them. */
const READING: Benches = {
  page: {
    title: 'The page, on a weak laptop and a weak line',
    note:
      'Chromium with a processor four times slower and a line of 1.6 Mbit/s and 150 ms; medians of five visits, beside' +
      ' a page that is nothing but text.',
    run: async (site) => benchPage(await site()),
  },
  table: {
    title: 'Table of a thousand participants',
    note:
      '`GET table2` as a participant, 20 solutions each; one web process. A client on the same machine only counts the bytes' +
      ' and never sleeps, since its waking is paid by a server that it waits for; it asks a bare server for the same ones in turns.',
    run: async (site) => benchScoreboardRequests(await site()),
  },
  admin: {
    title: 'Lists of the admin area, 10,000 problems and 2,000 contests',
    note: 'As an admin; 400,000 solutions; one web process, its client on the same machine.',
    run: async (site) => benchAdminLists(await site()),
  },
  people: {
    title: 'List of a hundred thousand people',
    note: '`GET /api/admin/people` as an admin, with the number of all that match; one web process, its client on the same machine.',
    run: async (site) => benchPeople(await site()),
  },
  monitor: {
    title: 'Monitor of three thousand participants and 13 problems',
    note: 'Chromium without a window on the machine of the site; changed rows come after each solution and verdict.',
    run: async (site) => benchMonitor(await site()),
  },
};

/** Bounds of one web process: open sockets, solutions that it accepts, requests that it answers. */
const BOUNDS: Benches = {
  sockets: {
    title: 'Memory of a web process by its open sockets',
    note: 'People of one contest, each in its room, who do nothing; read when the last arrival is a quarter of a minute ago.',
    run: async () => benchSockets(),
  },
  accept: {
    title: 'Solutions accepted, in one contest',
    note:
      'One web process on a durable database, 2,000 participants, nothing judged; every answer is the receipt of what is' +
      ' committed. Beside an insert of the same text with a commit, and beside a bare node:http that makes it; they take turns.' +
      ' The client runs on the same machine; alone it is one that only counts the bytes.',
    run: async () => benchAccept(),
  },
  api: {
    title: 'Requests per second',
    note: 'One web process, 10 connections, the client on the same machine; beside a bare `node:http` server.',
    run: async (site) => {
      const { url, crew } = await site();
      const target = { contestId: crew.contestId, languageId: LANGUAGES.python3.id };
      return benchApi(url, { ...target, token: crew.admin.token });
    },
  },
};
