import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgingRules } from '@balloon/contracts/testset.ts';
import { SCRATCH_KB } from '#limits.ts';
import type { RunRequest, RunResult } from '#sandbox/sandbox.ts';

/** How a program gets its input and where its output comes out: through its standard streams, or files in /w. */
export interface ProgramStreams {
  request: Pick<RunRequest, 'stdin' | 'stdout' | 'filesIn' | 'filesOut'>;
  scratchKb: number;
  /** Memory that an output file may take besides the program's own: it lies in memory, too. */
  extraMemoryKb: number;
  /** Host path of the output, once the program has run. */
  output: string;
  /** What is wrong with the output file. */
  complaint(run: RunResult): { verdict: 'presentationError' | 'outputLimit'; detail: string } | null;
  /** What the program used without its output file. */
  ownMemoryKb(run: RunResult): number;
}

type StreamRules = Pick<JudgingRules, 'inputFile' | 'outputFile' | 'outputLimitKb'>;

/**
 * The input file is copied into the scratch directory before the run, outside of what is charged to the program; the
 * output file is charged, so its size is granted on top of the memory limit and taken off what the program used.
 *
 * @param input host path
 * @param folder for the output
 */
export function programStreams(
  { inputFile, outputFile, outputLimitKb }: StreamRules,
  input: string,
  folder: string,
): ProgramStreams {
  const output = join(folder, 'output');
  const inputKb = inputFile === null ? 0 : Math.ceil(statSync(input).size / 1024);
  const outputKb = outputFile === null ? 0 : outputLimitKb;
  // One KB too many can still be written, so that it is seen.
  const scratchKb = Math.max(SCRATCH_KB, outputKb + 1) + inputKb;
  const bytesOf = (run: RunResult) =>
    outputFile !== null && run.fetched.includes(outputFile) ? statSync(output).size : null;
  return {
    request: {
      ...(inputFile === null ? { stdin: input } : { filesIn: [{ from: input, name: inputFile }] }),
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
