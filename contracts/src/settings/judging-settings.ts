import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { flag, integer, optional, type Setting } from '#settings/setting.ts';

/** Most slots of one judge; a bigger machine runs several judges. */
export const MAX_SLOTS = 28;

/** Settings of judges and relays, of packages, and of what is kept of judged runs. */
export const JUDGING_SETTINGS = {
  judgeSlots: {
    env: 'JUDGE_SLOTS',
    help: 'solutions judged at once by npm start; 0 = no judge here',
    expected: `a number from 0 to ${MAX_SLOTS}`,
    defaultText: `${Math.min(MAX_SLOTS, Math.max(1, availableParallelism() - 1))}`,
    defaultNote: 'one core less than the machine has',
    schema: integer(0, MAX_SLOTS),
  },
  judgeToken: {
    env: 'JUDGE_TOKEN',
    help: 'what judges show to be let in; the same for every web process of a site',
    expected: 'at least 16 characters without spaces',
    defaultText: null,
    defaultNote: 'generated in DATA_DIR/secrets/judge-token',
    schema: optional(z.string().regex(/^[!-~]{16,200}$/)),
  },
  relayToken: {
    env: 'RELAY_TOKEN',
    help: 'what relays to outside systems show to be let in; the same for every web process of a site',
    expected: 'at least 16 characters without spaces',
    defaultText: null,
    defaultNote: 'generated in DATA_DIR/secrets/relay-token',
    schema: optional(z.string().regex(/^[!-~]{16,200}$/)),
  },
  judgeLeaseSeconds: {
    env: 'JUDGE_LEASE_SECONDS',
    help: 'silence after which the work of a judge goes to another',
    expected: 'a number of seconds from 2 to 600',
    defaultText: '15',
    schema: integer(2, 600),
  },
  sameVersions: {
    env: 'SAME_VERSIONS',
    help: 'give a judge no work in a language of which the others have another version',
    expected: 'on or off',
    defaultText: 'on',
    schema: flag,
  },
  plainJudges: {
    env: 'PLAIN_JUDGES',
    help: 'give work to judges without isolation (SANDBOX_MODE=plain): for development only',
    expected: 'on or off',
    defaultText: 'off',
    schema: flag,
  },
  trialRunsPerMinute: {
    env: 'TRIAL_RUNS_PER_MINUTE',
    help: 'how often one person may run code on samples or own input before sending it; 0 = never',
    expected: 'a number from 0 to 600',
    defaultText: '10',
    schema: integer(0, 600),
  },
  sandboxMode: {
    env: 'SANDBOX_MODE',
    help: 'isolation of programs; anything but auto is for development',
    expected: 'auto, full, delegated, namespaces or plain',
    defaultText: 'auto',
    schema: z.enum(['auto', 'full', 'delegated', 'namespaces', 'plain']),
  },
  precompiledHeaders: {
    env: 'PRECOMPILED_HEADERS',
    help: 'C++ compiles in a quarter to a half of the time; costs 700 MB of disk and, once, 35 s of one core',
    expected: 'on or off',
    defaultText: 'on',
    schema: flag,
  },
  parallelTests: {
    env: 'PARALLEL_TESTS',
    help: 'free slots of a judge run tests of a solution in another slot, where each slot has a core of its own',
    expected: 'on or off',
    defaultText: 'on',
    schema: flag,
  },
  packageMaxGb: {
    env: 'PACKAGE_MAX_GB',
    help: 'largest archive of a problem package in GiB, largest file in it, and largest sum of its files unpacked',
    expected: 'a number from 1 to 1000',
    // The ICPC asks for 20 GB of a problem and 8 GB of a test.
    defaultText: '32',
    schema: integer(1, 1000),
  },
  judgeCacheGb: {
    env: 'JUDGE_CACHE_GB',
    help: 'most disk in GiB that a judge takes for tests and packages; it leaves a tenth of the disk free whatever stands here',
    expected: 'a number from 1 to 10000',
    defaultText: '40',
    schema: integer(1, 10_000),
  },
  keptOutputKb: {
    env: 'KEPT_OUTPUT_KB',
    help: 'how much is kept of what a judged submission wrote on the test that failed it; 0 keeps nothing',
    expected: 'a number of KB from 0 to 1024',
    defaultText: '64',
    schema: integer(0, 1024),
  },
  keptOutputsMb: {
    env: 'KEPT_OUTPUTS_MB',
    help: 'how much the database keeps of them in all, packed; the oldest go first',
    expected: 'a number of MB from 1 to 100000',
    defaultText: '256',
    schema: integer(1, 100_000),
  },
  drainOnDrift: {
    env: 'DRAIN_ON_DRIFT',
    help: 'a judge that has become over 3 % slower or faster than at its start gets no more work, instead of a warning',
    expected: 'on or off',
    defaultText: 'off',
    schema: flag,
  },
} as const satisfies Record<string, Setting>;
