import type { ClaimedWork } from '@balloon/contracts/judging/leases.ts';
import type { CompilerTrust } from '#canaries/compiler-trust.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { checkWork } from '#service/check-work.ts';
import type { Place } from '#service/claim-loop.ts';
import { compareWork } from '#service/compare-work.ts';
import { importWork, type PackageBuilder } from '#service/import-work.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import type { SlotLending } from '#service/slot-lending.ts';
import { rejudgeWork, solutionWork } from '#service/solution-work.ts';
import { trialWork } from '#service/trial-work.ts';
import type { Work } from '#service/work.ts';
import type { IdleGate } from '#workshop/idle-gate.ts';
import type { Workshop } from '#workshop/workshop.ts';

const TROUBLES_MAX = 3;

/** Parts of the judge that all places for solutions share. */
interface JudgingRoom {
  api: JudgeApi;
  workshop: Workshop;
  gate: IdleGate;
  /** Set where free slots run tests for others; null where each solution keeps to its own slot. */
  lending: SlotLending | null;
  compilers: CompilerTrust;
}

/**
 * Makes the place of a slot that judges solutions and trial runs.
 *
 * @param compares whether it compares solutions, too, while nothing else waits: one slot of a judge does, so that live work
 *   finds the others free
 */
export function judgingPlace(
  { api, workshop, gate, lending, compilers }: JudgingRoom,
  slot: JudgingSlot,
  compares: boolean,
): Place {
  return {
    name: `Slot ${slot.number}`,
    takes: ['solution', 'trial', 'rejudge', ...(compares ? (['compare'] as const) : [])],
    troublesMax: TROUBLES_MAX,
    enter: () => gate.enter(),
    offer: () => lending?.offer(slot) ?? null,
    workOf(claimed): Work {
      const means = { compilers, borrowSlot: lending?.borrow };
      if (claimed.kind === 'solution') return solutionWork(claimed.task, api, workshop, slot, means);
      if (claimed.kind === 'rejudge') return rejudgeWork(claimed.task, api, workshop, slot, means);
      if (claimed.kind === 'compare') return compareWork(claimed.task, api);
      if (claimed.kind === 'trial') return trialWork(claimed.task, api, workshop, slot);
      throw unexpected(claimed);
    },
  };
}

/** Makes the place for problem packages; its slot is opened when the first package comes. */
export function importPlace(builder: PackageBuilder): Place {
  const openSlot = onceItWorks(builder.openSlot);
  return {
    name: 'Imports',
    takes: ['import', 'check'],
    troublesMax: Number.POSITIVE_INFINITY, // judging goes on even if every package fails
    enter: () => null,
    offer: () => null,
    workOf(claimed): Work {
      if (claimed.kind === 'import') return importWork(claimed.task, { ...builder, openSlot });
      if (claimed.kind === 'check') return checkWork(claimed.task, { ...builder, openSlot });
      throw unexpected(claimed);
    },
  };
}

/** Calls `make` until it succeeds once, and returns that result from then on. */
function onceItWorks<T>(make: () => Promise<T>): () => Promise<T> {
  let made: T | undefined;
  return async () => {
    made ??= await make();
    return made;
  };
}

const unexpected = ({ kind }: ClaimedWork) =>
  new Error(`The server sent work of the kind ${kind}, which was not asked for`);
