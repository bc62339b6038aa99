import { addAbortListener } from 'node:events';
import type { JudgeHello } from '@balloon/contracts/judging/judge.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { trustCompilers } from '#canaries/compiler-trust.ts';
import { type Fitness, keepWatch, type Watch } from '#canaries/keep-watch.ts';
import { type Place, runClaimLoop } from '#service/claim-loop.ts';
import { keepFetchingAhead } from '#service/fetch-ahead.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import { createJudgeSession, type JudgeSession } from '#service/judge-session.ts';
import { openOptionTrials } from '#service/option-trials.ts';
import { patientBlobs } from '#service/patient-blobs.ts';
import { importPlace, judgingPlace } from '#service/places.ts';
import { ResultsUnderWay } from '#service/results-under-way.ts';
import { createSlotLending } from '#service/slot-lending.ts';
import type { WorkNotes } from '#service/work-notes.ts';
import { createIdleGate, type IdleGate } from '#workshop/idle-gate.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';
import type { Workshop } from '#workshop/workshop.ts';

export interface ServiceParts {
  api: JudgeApi;
  notes: WorkNotes;
  /** Makes what the judge says of itself. */
  hello: (fitness: Fitness, triedOptions: JudgeHello['triedOptions']) => JudgeHello;
  testlibFolder: string | null;
  /** Whether slots without work run tests of a solution in another slot. */
  sharesTests: boolean;
  canaries: Pick<Watch, 'fly' | 'firstSpeed' | 'drainsOnDrift'> & Pick<Fitness, 'unfit'>;
  log: Log;
}

/** Time in ms in which a finished verdict may still reach the server when the judge closes. */
const LAST_WORDS_MS = 4_000;

/** Runs the slots until the judge is closed or one of them cannot go on. */
export function startService(open: OpenWorkshop, parts: ServiceParts) {
  const { api, notes, hello, canaries, log } = parts;
  const { died, openExtraSlot: openSlot } = open;
  const closing = new AbortController();
  const closed = new AbortController();
  let fitness: Fitness = { unfit: canaries.unfit, warning: null };
  const gate = createIdleGate(open.slots.length);
  const trials = openOptionTrials({
    ...{ workshop: open.workshop, fly: canaries.fly, openSlot, gate, log, closing: closing.signal },
    onTried: () => introduceAtOnce(session),
  });
  const blobs = patientBlobs(open.workshop.blobs);
  const workshop = { ...open.workshop, blobs, siteOptions: trials.inForce };
  const session = createJudgeSession(
    api,
    () => hello(fitness, trials.results()),
    ({ options }) => trials.want(options),
    log,
    closing.signal,
  );

  const isFit = () => fitness.unfit === null;
  const underWay = new ResultsUnderWay();
  const duties = {
    ...{ session, notes, log, died, underWay, isFit },
    ...{ closing: closing.signal, closed: closed.signal },
  };
  const loops = placesOf(open, parts, { session, workshop, gate }).map((place) =>
    runClaimLoop(place, duties),
  );
  const onChange = (now: Fitness) => {
    fitness = now;
    session.introduceAgain();
  };
  const watch = { ...canaries, workshop, gate, log, closing: closing.signal, onChange };
  const watching = keepWatch({ ...watch, openSlot }, fitness);
  const ahead = keepFetchingAhead({ session, blobs, gate, log, closing: closing.signal });

  const close = once(async () => {
    closing.abort();
    const lastWords = setTimeout(() => closed.abort(), LAST_WORDS_MS);
    await Promise.allSettled([...loops, ahead, watching, trials.settled()]);
    await underWay.settled(); // the loops add no more
    clearTimeout(lastWords);
    closed.abort();
    await open.close();
  });
  const ended = Promise.race([Promise.all(loops), rejectionOf(died)]).then(close, async (error: unknown) => {
    log.error(`The judge cannot go on: ${errorText(error)}`);
    await close();
    throw error;
  });
  ended.catch(() => undefined); // reported above; callers receive it from `ended`
  return { ended, close };
}

/** Lists the places that claim work: one a slot, and one for packages. */
function placesOf(
  open: OpenWorkshop,
  { api, testlibFolder, sharesTests }: ServiceParts,
  { session, workshop, gate }: { session: JudgeSession; workshop: Workshop; gate: IdleGate },
): Place[] {
  const lending = sharesTests ? createSlotLending(gate) : null;
  const room = { api, workshop, gate, lending, compilers: trustCompilers(workshop) };
  const places = open.slots.map((slot) => judgingPlace(room, slot, slot === open.slots.at(-1)));
  const packages = importPlace({
    ...{ session, open: { ...open, workshop }, openSlot: open.openExtraSlot },
    ...{ blobs: workshop.blobs, testlibFolder, gate },
  });
  return [...places, packages];
}

/** Tells the server at once, since the loops wait for work that it may only give after that. */
function introduceAtOnce(session: JudgeSession): void {
  session.introduceAgain();
  session.askOnce(async () => undefined).catch(() => undefined);
}

/** Does something at the first call; later ones get the same end. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}

/** Never resolves; rejects when the signal aborts. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => addAbortListener(signal, () => reject(signal.reason)));
}
