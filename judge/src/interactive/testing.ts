import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { compile } from '#compile/compile.ts';
import type { InteractionOutcome, InteractorProtocol } from '#interactive/interaction.ts';
import { openInteractor } from '#interactive/interactor.ts';
import { type InteractionJob, runInteraction } from '#interactive/run-interaction.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { SCRATCH_KB, wallLimitMs } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import { SLOWNESS } from '#sandbox/testing.ts';
import { startTestJudge } from '#testing/test-workshop.ts';

/** Program of a test. */
export interface Source {
  language: LanguageKey;
  text: string;
}

export const python = (text: string): Source => ({ language: 'python3', text });
export const cpp = (text: string): Source => ({ language: 'cpp17', text });

export interface Conversation {
  solution: Source;
  interactor: Source;
  protocol: InteractorProtocol;
  input: string;
  timeLimitMs?: number;
  outputKb?: number;
  more?: Partial<InteractionJob>;
}

export interface TalkingJudge extends AsyncDisposable {
  talk(conversation: Conversation): Promise<InteractionOutcome>;
  /** Runs a conversation and the further passes that the interactor asks for; returns all outcomes. */
  talkInPasses(conversation: Conversation): Promise<InteractionOutcome[]>;
  slots: readonly JudgingSlot[];
}

/** Time limit for solutions that are to use it up; also the wait for those that sleep. */
export const SHORT_MS = 400 * SLOWNESS;
/** Time limit for all others: on a busy machine the start of Python, or 64 MB of new memory, takes longer than the short one. */
const AMPLE_MS = 5000 * SLOWNESS;
const MEMORY_KB = 65_536;

/** Starts a judge that runs solutions with interactors; calls share its two slots. */
export async function startTalkingJudge(): Promise<TalkingJudge> {
  const judge = await startTestJudge();
  const { workshop, slots } = judge.open;
  const free = [...slots];
  const waiting: ((slot: JudgingSlot) => void)[] = [];

  async function withSlot<T>(work: (slot: JudgingSlot) => Promise<T>): Promise<T> {
    const slot = free.pop() ?? (await new Promise<JudgingSlot>((resolve) => waiting.push(resolve)));
    try {
      return await work(slot);
    } finally {
      const next = waiting.shift();
      if (next) next(slot);
      else free.push(slot);
    }
  }

  async function build(slot: JudgingSlot, { language, text }: Source): Promise<Program> {
    const installed = workshop.languages.get(language);
    if (!installed) throw new Error(`${language} is not installed`);
    const bench = { container: slot.program, folder: slot.folder };
    const compiled = await compile(workshop, bench, installed, text);
    if (compiled.kind !== 'program') throw new Error(JSON.stringify(compiled));
    return compiled.program;
  }

  async function prepare(slot: JudgingSlot, given: Conversation): Promise<InteractionJob> {
    const folder = mkdtempSync(join(dirname(slot.folder), 'talk-'));
    const [input, answer] = [join(folder, 'given.in'), join(folder, 'given.ans')];
    writeFileSync(input, given.input);
    writeFileSync(answer, 'answer');
    mkdirSync(join(folder, 'interactor'));
    const program = await build(slot, given.solution);
    const { toolchain } = program.language;
    const cpuMs = given.timeLimitMs ?? AMPLE_MS;
    return {
      slot,
      solution: {
        argv: program.argv(MEMORY_KB),
        env: { ...BASE_ENV, ...toolchain.runEnv },
        box: program.folder,
        limits: {
          cpuMs,
          wallMs: wallLimitMs(cpuMs),
          memoryKb: MEMORY_KB,
          outputKb: given.outputKb ?? 1024,
          processes: toolchain.processes,
          scratchKb: SCRATCH_KB,
        },
      },
      rules: { timeLimitMs: cpuMs, memoryLimitKb: MEMORY_KB, endsItselfWhenFull: false },
      interactor: openInteractor(
        await build(slot, given.interactor),
        given.protocol,
        join(folder, 'interactor'),
      ),
      input,
      answer,
      ...given.more,
    };
  }

  return {
    slots,
    talk: (given) => withSlot(async (slot) => runInteraction(await prepare(slot, given))),
    talkInPasses: (given) =>
      withSlot(async (slot) => {
        const job = await prepare(slot, given);
        const outcomes = [await runInteraction(job)];
        for (let next = outcomes[0]?.feedback.nextPass; next; next = outcomes.at(-1)?.feedback.nextPass) {
          outcomes.push(await runInteraction({ ...job, ...next }));
        }
        return outcomes;
      }),
    [Symbol.asyncDispose]: () => judge[Symbol.asyncDispose](),
  };
}
