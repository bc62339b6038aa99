import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';
import { type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { type PlainStandIn, startPlainSystem } from '#testing/plain-stand-in.ts';
import { plainSystem } from '#testing/plain-system.ts';

const SOLUTIONS = 24;
const BLOWS = 60;
/** Longer than all solutions take on a machine that does nothing else. */
const LEASE_MS = 5_000;
const OUTCOMES = [
  ['OK', 'accepted'],
  ['WA 2', 'wrongAnswer'],
  ['CE', 'compilationError'],
  ['TL 3', 'timeLimit'],
] as const;

let standIn: PlainStandIn;
let web: FakeWeb;
let relay: MortalRelay;

afterEach(async () => {
  await relay.close();
  await web.close();
  await standIn.close();
});

/** Draws numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function startRelay(): void {
  relay = startMortalRelay({ webUrl: web.url, system: plainSystem, nowMs: standIn.clock.nowMs });
}

/** Kills the relay as `kill -9` does, and starts another one when its leases have ended. */
async function killRelay(): Promise<void> {
  relay.kill();
  // What is on its way arrives long before anybody looks for it: minutes of the stand-in are milliseconds here.
  await relay.settled();
  web.expire();
  startRelay();
}

/** What an admin does who reads the screens: accounts and the server are let in again, and lost solutions sent anew. */
function attend(): void {
  for (const solution of web.solutions) {
    if (solution.run?.state === 'unsettled' && solution.run.candidates.length === 0) solution.run = null;
  }
  web.server.paused = null;
  for (const account of web.accounts) account.disabled = null;
}

const PATHS = ['/send', '/form', '/states', '/runs', '/words', '/sign-in'];
const CALLS = ['claim', 'intent', 'accepted', 'not-sent', 'look', 'progress', 'result', 'session', 'release'];

function createBlows(random: () => number): (() => unknown)[] {
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return [
    () => killRelay(),
    () => standIn.plan(oneOf(PATHS), { kind: 'cutBefore' }),
    () => standIn.plan(oneOf(PATHS), { kind: 'cutAfter' }),
    () => standIn.plan('/send', { kind: 'cutAfter' }),
    () => standIn.plan('/send', { kind: 'answerAfter', reply: { status: 502, body: '<html>' } }),
    () => standIn.plan(oneOf(PATHS), { kind: 'answerInstead', reply: { status: 503 } }),
    () => standIn.plan(oneOf(PATHS.slice(1)), { kind: 'change', change: (body) => body.slice(0, -2) }),
    () => standIn.signOut(),
    () => web.plan(oneOf(CALLS), oneOf(['before', 'after'])),
    async () => {
      web.die();
      await sleep(random() * 20);
      web.revive();
    },
  ];
}

test.each([1, 20_261_122, randomInt(1_000_000)])(
  'whatever is killed, nothing is lost and nothing is sent twice (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    standIn = await startPlainSystem();
    web = await startFakeWeb(standIn.url, standIn.clock, { accounts: 3, sendEveryMs: 1_000 });
    const expected = Array.from({ length: SOLUTIONS }, (_, number) => {
      const [marker, verdict] = OUTCOMES[Math.floor(random() * OUTCOMES.length)] ?? OUTCOMES[0];
      return { solution: web.add(`solution ${number} judge: ${marker}`), verdict };
    });
    startRelay();
    const blows = createBlows(random);
    for (let left = BLOWS; left > 0; left -= 1) {
      await blows[Math.floor(random() * blows.length)]?.();
      attend();
      await sleep(random() * 30);
    }
    standIn.heal();
    web.heal();
    // A lease that a lost answer has left behind ends at last.
    await killRelay();
    const verdicts = () => {
      attend();
      return expected.map(({ solution }) => solution.results.map(({ verdict }) => verdict));
    };
    // So does, by its time, one that the web gave to a claim of a dead relay which it read after the death.
    const leasesEnd = setInterval(() => web.expire(), LEASE_MS);
    try {
      await expect
        .poll(verdicts, { interval: 5, timeout: 150_000 })
        .toEqual(expected.map(({ verdict }) => [verdict]));
    } finally {
      clearInterval(leasesEnd);
    }
    const sent = standIn.runs.map(({ source }) => source).toSorted();
    expect(sent).toEqual(web.solutions.map(({ submission }) => submission.source).toSorted());
  },
);
