import type { TriedOptions, WantedOptions } from '@balloon/contracts/judging/compiler-options.ts';
import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { type FlyCanaries, freshly } from '#canaries/fly-canaries.ts';
import { withOptions } from '#languages/installed.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { sayHello } from '#workshop/hello.ts';
import type { Workshop } from '#workshop/workshop.ts';

/**
 * Trials of the options that the site chooses: hello world and the canaries of a language are compiled and run with them.
 * The server gives no work in a language until its options work here, so wrong ones fail here and in no solution.
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
  /** Opens a slot of its own; null where the judge has none left. */
  openSlot: (() => Promise<JudgingSlot>) | null;
  /** Told when there is something new to tell the server. */
  onTried(): void;
  log: Log;
  closing: AbortSignal;
}

const TROUBLE_MAX = 2000;

export function openOptionTrials(room: TrialRoom): OptionTrials {
  const { workshop, log, closing, openSlot } = room;
  const tried = new Map<string, TriedOptions>();
  const inForce = new Map<string, LanguageOptions>();
  let wanted: readonly WantedOptions[] = [];
  let running: Promise<void> = Promise.resolve();
  let slot: JudgingSlot | null = null;

  async function complaintAbout({ key, options }: WantedOptions): Promise<string | null> {
    const language = freshly(workshop.languages).get(key);
    if (!language) return `This judge does not have the language ${key}`;
    if (!openSlot)
      return 'All slots of this judge judge solutions: give it fewer, so that it can try options';
    try {
      slot ??= await openSlot();
      const hello = await sayHello(workshop, slot, withOptions(language, options));
      if (typeof hello === 'string')
        return hello || 'The program of one line does not compile with these options';
      return await room.fly(slot, closing, { only: key, options });
    } catch (error) {
      return errorText(error);
    }
  }

  async function tryAll(): Promise<void> {
    for (const one of wanted) {
      const name = nameOf(one);
      if (closing.aborted || tried.has(name)) continue;
      const complaint = await complaintAbout(one);
      if (closing.aborted) return;
      if (complaint !== null)
        log.warn(`${one.key} does not work with the options ${shown(one.options)}: ${complaint}`);
      const trouble = complaint?.slice(0, TROUBLE_MAX) ?? null;
      tried.set(name, { key: one.key, sha256: one.sha256, trouble });
      room.onTried();
    }
  }

  return {
    inForce,
    results: () => wanted.flatMap((one) => tried.get(nameOf(one)) ?? []),
    want(options) {
      wanted = options.filter(({ key }) => workshop.languages.has(key));
      inForce.clear();
      for (const one of wanted) if (one.isInForce) inForce.set(one.key, one.options);
      if (wanted.some((one) => !tried.has(nameOf(one)))) running = running.then(tryAll);
    },
    settled: () => running,
  };
}

const nameOf = ({ key, sha256 }: Pick<WantedOptions, 'key' | 'sha256'>) => `${key} ${sha256}`;
const shown = ({ compile, run }: LanguageOptions) => [...compile, ...run].join(' ');
