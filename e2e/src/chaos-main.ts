/**
 * Runs the long chaos test: hundreds of solutions while everything is killed, again and again.
 *
 * Usage: npm run chaos -- [--seed N] [--solutions N] [--minutes N] [--world cluster|supervised]
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startCluster } from '#chaos/cluster.ts';
import { type ChaosReport, runChaos } from '#chaos/run-chaos.ts';
import { startSupervisedSite } from '#chaos/supervised-site.ts';

const WORLDS = { cluster: startCluster, supervised: startSupervisedSite };

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${randomInt(1_000_000)}` },
    solutions: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '4' },
    world: { type: 'string', default: 'cluster' },
  },
});
const startWorld = WORLDS[values.world as keyof typeof WORLDS];
if (!startWorld) throw new Error(`--world is one of ${Object.keys(WORLDS).join(', ')}`);

const durationMs = Number(values.minutes) * 60_000;
const report = await runChaos(startWorld, {
  seed: Number(values.seed),
  solutions: Number(values.solutions),
  durationMs,
  pauseMs: [1_000, 6_000],
  drainMs: 5 * 60_000 + durationMs,
  tell: (line) => console.log(line),
});
tell(report);
process.exitCode = report.violations.length === 0 ? 0 : 1;

function tell({ violations, kills, sent, seed }: ChaosReport): void {
  for (const violation of violations) console.log(`VIOLATED: ${violation}`);
  const blows = [...kills].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`\n${sent} solutions, killed: ${blows}; ${violations.length} violations (seed ${seed})`);
}
