import type { TriedOptions, WantedOptions } from '@balloon/contracts/judging/compiler-options.ts';
import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { type FlyCanaries, freshly } from '#canaries/fly-canaries.ts';
import { withOptions } from '#languages/installed.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { sayHello } from '#workshop/hello.ts';
import type { IdleGate } from '#workshop/idle-gate.ts';
import type { Workshop } from '#workshop/workshop.ts';

/**
 * Trials of the options that the site chooses: hello world and the canaries of a language are compiled and run with them.
 * The server gives no work in a language until its options work here, so wrong ones fail here and in no solution.
 * Those that did not work are tried again while they are wanted.
 */
export interface OptionTrials {
  /** Options in force, by language. */
  readonly inForce: ReadonlyMap<string, LanguageOptions>;
  /** What was found so far, for the next hello. */
  results(): TriedOptions[];
  /** Tries in the background what the server wants and what was not tried yet. */
  want(options: readonly WantedOptions[]): void;
  /** Resolves when everything wanted so far has been tried. */
  settled(): Promise<void>;
}

interface TrialRoom {
  workshop: Workshop;
  fly: FlyCanaries;
  /** Opens a slot of its own. */
  openSlot(): Promise<JudgingSlot>;
  gate: IdleGate;
  /** Time in ms after which options that did not work are tried again; a minute by default. */
  againAfterMs?: number;
  /** Told when there is something new to tell the server. */
  onTried(): void;
  log: Log;
  closing: AbortSignal;
}

const TROUBLE_MAX = 2000;
const AGAIN_AFTER_MS = 60_000;

export function openOptionTrials(room: TrialRoom): OptionTrials {
  const { workshop, log, closing, gate, againAfterMs = AGAIN_AFTER_MS } = room;
  const tried = new Map<string, TriedOptions>();
  const inForce = new Map<string, LanguageOptions>();
  let wanted: readonly WantedOptions[] = [];
  let running: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | null = null;
  let slot: JudgingSlot | null = null;

  async function complaintAbout({ key, options }: WantedOptions): Promise<string | null> {
    const language = freshly(workshop.languages).get(key);
    if (!language) return `This judge does not have the language ${key}`;
    try {
      slot ??= await room.openSlot();
      const hello = await sayHello(workshop, slot, withOptions(language, options));
      if (typeof hello === 'string')
        return hello || 'The program of one line does not compile with these options';
      return await room.fly(slot, closing, { only: key, options });
    } catch (error) {
      return errorText(error);
    }
  }

  async function tryOne(one: WantedOptions): Promise<void> {
    const before = tried.get(nameOf(one));
    const complaint = await complaintAbout(one);
    if (closing.aborted) return;
    const trouble = complaint?.slice(0, TROUBLE_MAX) ?? null;
    if (before?.trouble === trouble) return;
    if (complaint !== null)
      log.warn(`${one.key} does not work with the options ${shown(one.options)}: ${complaint}`);
    else if (before) log.info(`${one.key} works with the options ${shown(one.options)} now`);
    tried.set(nameOf(one), { key: one.key, sha256: one.sha256, trouble });
    room.onTried();
  }

  async function tryAll(isToTry: (before: TriedOptions | undefined) => boolean): Promise<void> {
    for (const one of wanted) if (!closing.aborted && isToTry(tried.get(nameOf(one)))) await tryOne(one);
    if (!closing.aborted && wanted.some(hasFailed)) tryAgainLater();
  }

  const hasFailed = (one: WantedOptions) => typeof tried.get(nameOf(one))?.trouble === 'string';

  /** Plans another trial: what failed may have been this machine, on which a disk is full or a moment was busy. */
  function tryAgainLater(): void {
    again ??= setTimeout(() => {
      again = null;
      running = running.then(async () => {
        await gate.idle(closing);
        await tryAll((before) => before?.trouble !== null);
      });
    }, againAfterMs).unref();
  }

  return {
    inForce,
    results: () => wanted.flatMap((one) => tried.get(nameOf(one)) ?? []),
    want(options) {
      wanted = options.filter(({ key }) => workshop.languages.has(key));
      inForce.clear();
      for (const one of wanted) if (one.isInForce) inForce.set(one.key, one.options);
      if (wanted.some((one) => tried.get(nameOf(one))?.trouble !== null))
        running = running.then(() => tryAll((before) => before === undefined));
    },
    settled: () => running,
  };
}

const nameOf = ({ key, sha256 }: Pick<WantedOptions, 'key' | 'sha256'>) => `${key} ${sha256}`;
const shown = ({ compile, run }: LanguageOptions) => [...compile, ...run].join(' ');
