import {
  type CompareTask,
  type JudgeCompareResult,
  MAX_SIMILAR_PAIRS,
} from '@balloon/contracts/judging/comparing.ts';
import { matchPrints, readSources } from '#comparing/compare-part.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import type { Delivery, Work } from '#service/work.ts';

/** Makes the work for a part of a comparison. */
export function compareWork(task: CompareTask, api: JudgeApi): Work {
  const { similarityPartId, fence } = task;
  return {
    name: `Part ${similarityPartId} of a comparison`,
    lease: { similarityPartId, fence },
    first: { progress: null },
    run: async ({ signal }) => deliveryOf(task, api, await find(task, signal)),
    failed: (trouble) => ({
      summary: `failed: ${trouble}`,
      send: async (judgeId, signal) => {
        await api.release({ judgeId, similarityPartId, fence, trouble }, signal);
        return { stored: true };
      },
    }),
  };
}

type Found = JudgeCompareResult['found'];

async function find(task: CompareTask, signal: AbortSignal): Promise<Found> {
  const { step, keepOneOf } = task;
  if (step === 'match') {
    const prints = Buffer.from(task.prints, 'base64');
    return { step, pairs: await matchPrints({ prints, keepOneOf, most: MAX_SIMILAR_PAIRS }, signal) };
  }
  const { family, template, sources } = task;
  const { prints, leftOut } = await readSources({ family, template, keepOneOf }, sources, signal);
  return { step, prints: prints.toString('base64'), leftOut };
}

function deliveryOf({ similarityPartId, fence }: CompareTask, api: JudgeApi, found: Found): Delivery {
  return {
    summary: found.step === 'read' ? `${found.leftOut.length} left out` : `${found.pairs.length} pairs`,
    send: (judgeId, signal, wish) =>
      api.compareResult({ judgeId, similarityPartId, fence, found, ...wish }, signal),
  };
}
