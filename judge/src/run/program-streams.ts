import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import { SCRATCH_KB } from '#run/limits.ts';
import { namedInput } from '#run/named-input.ts';
import type { Program } from '#run/program.ts';
import type { RunRequest, RunResult } from '#sandbox/sandbox.ts';

/** Input and output of a program: its standard streams, or files in /w. */
export interface ProgramStreams {
  request: Pick<RunRequest, 'stdin' | 'stdout' | 'filesIn' | 'filesOut' | 'box'>;
  scratchKb: number;
  /** Memory in KB granted for an output file besides the program's own, since the file lies in memory, too. */
  extraMemoryKb: number;
  /** Host path of the output, once the program has run. */
  output: string;
  /** Fault of the output file, or null. */
  complaint(run: RunResult): { verdict: 'presentationError' | 'outputLimit'; detail: string } | null;
  /** Memory in KB that the program used without its output file. */
  ownMemoryKb(run: RunResult): number;
}

type StreamRules = Pick<JudgingRules, 'inputFile' | 'outputFile' | 'outputLimitKb'>;

/**
 * Chooses the streams of a program. The input file is put into the scratch directory before the run and not charged to
 * the program; the output file is charged, so its size is granted on top of the memory limit and
 * subtracted from the memory used.
 *
 * @param input host path
 * @param folder of the slot, for the output
 */
export function programStreams(
  { inputFile, outputFile, outputLimitKb }: StreamRules,
  program: Program,
  input: string,
  folder: string,
): ProgramStreams {
  const output = join(folder, 'output');
  const named = inputFile === null ? null : namedInput(program, input, inputFile, folder);
  const outputKb = outputFile === null ? 0 : outputLimitKb;
  // A KB more than the limit can be written, so that excess is detected.
  const scratchKb = Math.max(SCRATCH_KB, outputKb + 1) + (named?.copiedKb ?? 0);
  const bytesOf = (run: RunResult) =>
    outputFile !== null && run.fetched.includes(outputFile) ? statSync(output).size : null;
  return {
    request: {
      ...(named?.request ?? { stdin: input }),
      ...(outputFile === null
        ? { stdout: output }
        : { filesOut: [{ name: outputFile, to: output, maxKb: scratchKb }] }),
    },
    scratchKb,
    extraMemoryKb: outputKb,
    output,
    complaint(run) {
      if (outputFile === null) return null;
      const bytes = bytesOf(run);
      if (bytes === null)
        return { verdict: 'presentationError', detail: `the program wrote no ${outputFile}` };
      if (bytes <= outputLimitKb * 1024) return null;
      return { verdict: 'outputLimit', detail: `wrote ${bytes} bytes to ${outputFile}` };
    },
    ownMemoryKb: (run) => Math.max(0, run.peakKb - Math.ceil((bytesOf(run) ?? 0) / 1024)),
  };
}
