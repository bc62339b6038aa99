import { join } from 'node:path';
import { readCleanText } from '#compile/compiler-text.ts';
import type { Feedback } from '#interactive/interaction.ts';
import { FEEDBACK } from '#interactive/interactor.ts';
import type { PairedRequest, RunResult } from '#sandbox/sandbox.ts';

const MESSAGE_KB = 64;
/** Largest size in KB of the files that an interactor leaves for the next pass. */
const NEXT_PASS_MAX_KB = 64 * 1024;

/** Names in the feedback directory and on the host. */
const FILES = {
  judgeMessage: 'judgemessage.txt',
  teamMessage: 'teammessage.txt',
  score: 'score.txt',
} as const;
const NEXT_INPUT = 'nextpass.in';

/** Requests the feedback directory, with the content that the previous pass left in it. */
export function feedbackRequest(
  folder: string,
  state: string | undefined,
): Pick<PairedRequest, 'directories' | 'filesIn' | 'filesOut'> {
  const fetch = (name: string, maxKb: number) => ({
    name: `${FEEDBACK}/${name}`,
    to: join(folder, name),
    maxKb,
  });
  return {
    directories: [FEEDBACK],
    filesIn: state === undefined ? [] : [{ from: state, name: `${FEEDBACK}/` }],
    filesOut: [
      // Must be first: a file fetched by itself is not part of the state, and everything else persists between
      // passes.
      fetch(NEXT_INPUT, NEXT_PASS_MAX_KB),
      { name: `${FEEDBACK}/`, to: join(folder, 'state'), maxKb: NEXT_PASS_MAX_KB },
      ...Object.values(FILES).map((name) => fetch(name, NEXT_PASS_MAX_KB)),
    ],
  };
}

/** Reads the fetched feedback. */
export function readFeedback(folder: string, { fetched }: RunResult): Feedback {
  const feedback: Feedback = {};
  for (const [key, name] of Object.entries(FILES) as [keyof typeof FILES, string][]) {
    if (fetched.includes(`${FEEDBACK}/${name}`))
      feedback[key] = readCleanText([join(folder, name)], MESSAGE_KB);
  }
  if (fetched.includes(`${FEEDBACK}/${NEXT_INPUT}`)) {
    feedback.nextPass = { input: join(folder, NEXT_INPUT), state: join(folder, 'state') };
  }
  return feedback;
}
