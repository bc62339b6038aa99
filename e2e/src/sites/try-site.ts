/**
 * Sends the sample contest's reference solutions to a site that runs somewhere and compares the verdicts with their
 * labels, as the last step of trying an installation.
 *
 * Usage: node e2e/src/sites/try-site.ts URL OUTPUT
 *   OUTPUT is a file with what the first web process printed; the site has the ADMIN_PASSWORD of processes.ts.
 */
import { readFileSync } from 'node:fs';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { waitFor, waitForHealth } from '#browser/wait.ts';
import { gatherSampleCrew, readSampleWork } from '#sites/sample-site.ts';

const JUDGED_WITHIN_MS = 5 * 60_000;

const [url = '', output = ''] = process.argv.slice(2);
await waitForHealth(url, ({ isJudging }) => isJudging);
const { contestId, participants } = await gatherSampleCrew(url, readFileSync(output, 'utf8'));
const [author] = participants;
if (!author) throw new Error('The sample has no participants');

const expected = new Map<number, { name: string; verdictId: number }>();
for (const { name, expect, symbolIndex, languageId, solution } of await readSampleWork()) {
  const { id } = await author.submit(url, contestId, { symbolIndex, languageId, solution });
  expected.set(id, { name, verdictId: VERDICTS[expect].id });
}

const judged = await waitFor(
  'all verdicts',
  async () => {
    const path = `/api/contest/${contestId}/solutions/my?offset=0&count=${expected.size}`;
    const { solutions } = await author.get(url, path, SolutionList);
    return solutions.every(({ verdictId }) => verdictId !== null) ? solutions : undefined;
  },
  JUDGED_WITHIN_MS,
);

let different = 0;
for (const { id, verdictId } of judged) {
  const wanted = expected.get(id);
  if (wanted?.verdictId === verdictId) continue;
  different += 1;
  console.log(`${wanted?.name}: verdict ${verdictId} instead of ${wanted?.verdictId}`);
}
console.log(`${judged.length} solutions judged, ${different} different from their labels`);
process.exitCode = judged.length === expected.size && different === 0 ? 0 : 1;
