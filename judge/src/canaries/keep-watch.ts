import { errorText, type Log } from '@balloon/worker/log.ts';
import { pause } from '@balloon/worker/waiting.ts';
import type { FlyCanaries } from '#canaries/fly-canaries.ts';
import { complaintAboutDrift, driftBetween } from '#canaries/speed-drift.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { measureSteadiness, type Steadiness } from '#time-trust/steadiness.ts';
import type { IdleGate } from '#workshop/idle-gate.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Time in ms between two rounds of canaries. */
const EVERY_MS = 4 * 60_000;
/** Time in ms after which a judge that failed is tried again. */
const AGAIN_AFTER_MS = 10_000;
/** Measurements in a row that have to agree before a drift is believed: a neighbour may be busy for a moment. */
const DRIFTS_BELIEVED = 3;
const BETWEEN_DRIFTS_MS = 5_000;

/** State of a judge as its canaries find it. */
export interface Fitness {
  /** Why it gets no work; null while it can be trusted. */
  unfit: string | null;
  /** What else its operator should know. */
  warning: string | null;
}

export interface Watch {
  workshop: Workshop;
  fly: FlyCanaries;
  /** Opens the slot where canaries run. */
  openSlot(): Promise<JudgingSlot>;
  gate: IdleGate;
  /** Speed at the start; null where it could not be measured. */
  firstSpeed: Steadiness | null;
  /** Whether a judge that has become slower or faster gets no more work, or only says so. */
  drainsOnDrift: boolean;
  /** Told each change. */
  onChange(fitness: Fitness): void;
  log: Log;
  closing: AbortSignal;
}

/**
 * Lets canaries fly every few minutes while a slot is free, until the judge closes. Never rejects: a round that fails by
 * itself makes the judge unfit, too.
 *
 * @param known what the round before the start found
 */
export async function keepWatch(watch: Watch, known: Fitness): Promise<void> {
  const { gate, closing, log, onChange } = watch;
  let slot: JudgingSlot | null = null;
  let last = known;
  while (!closing.aborted) {
    await pause(last.unfit === null ? EVERY_MS : AGAIN_AFTER_MS, closing).catch(() => undefined);
    await gate.idle(closing);
    if (closing.aborted) return;
    try {
      slot ??= await watch.openSlot();
    } catch (error) {
      log.warn(`No canaries fly: ${errorText(error)}`);
      continue;
    }
    const fitness = await examine(watch, slot);
    if (closing.aborted) return;
    if (fitness.unfit !== last.unfit || fitness.warning !== last.warning) {
      tell(log, last, fitness);
      onChange(fitness);
    }
    last = fitness;
  }
}

/** Makes a round: the canaries, then the speed. */
export async function examine(watch: Watch, slot: JudgingSlot): Promise<Fitness> {
  const { fly, closing, drainsOnDrift } = watch;
  try {
    const complaint = await fly(slot, closing);
    if (complaint !== null) return { unfit: complaint, warning: null };
    const drift = await driftOf(watch, slot);
    return drainsOnDrift ? { unfit: drift, warning: null } : { unfit: null, warning: drift };
  } catch (error) {
    return { unfit: `The test programs could not be judged: ${errorText(error)}`, warning: null };
  }
}

/** What to say about the speed, where several measurements agree. */
async function driftOf({ workshop, firstSpeed, closing }: Watch, slot: JudgingSlot): Promise<string | null> {
  if (firstSpeed === null) return null;
  let complaint: string | null = null;
  for (let round = 0; round < DRIFTS_BELIEVED; round += 1) {
    if (round > 0) await pause(BETWEEN_DRIFTS_MS, closing).catch(() => undefined);
    const speed = await measureSteadiness(workshop, slot);
    complaint = speed === null ? null : complaintAboutDrift(driftBetween(firstSpeed, speed));
    if (complaint === null) return null;
  }
  return complaint;
}

function tell(log: Log, before: Fitness, now: Fitness): void {
  if (now.unfit !== null) log.error(`This judge takes no work: ${now.unfit}`);
  else if (before.unfit !== null)
    log.info('The test programs get their verdicts again: this judge takes work');
  if (now.warning !== null && now.warning !== before.warning) log.warn(now.warning);
}
