import type { RunVerdict } from '#run/verdict-of-run.ts';
import type { PairedResult } from '#sandbox/sandbox.ts';

/**
 * Decision of an interactor. `partial`: testlib's points; the comment has their number. `failed`: the interactor
 * reports its own failure, or it crashed.
 */
export type InteractorDecision = 'accepted' | 'wrongAnswer' | 'presentationError' | 'partial' | 'failed';

/** Call of an interactor, the files it leaves, and the meaning of its exit codes. */
export interface InteractorProtocol {
  /** Returns the arguments after the program; paths inside the container. */
  argv(paths: { input: string; output: string; answer: string; feedback: string }): readonly string[];
  /** Decision for each exit code; any other code means that the interactor failed. */
  exitCodes: Readonly<Record<number, InteractorDecision>>;
  /**
   * Kind of result: `file` is testlib's output file, for the checker; `feedback` is the feedback directory of ICPC
   * packages.
   */
  leaves: 'file' | 'feedback';
}

/** Result of one conversation: `accepted` with testlib still needs the checker to agree. */
export interface InteractionVerdict {
  verdict: RunVerdict | Exclude<InteractorDecision, 'failed'>;
  /** Text for supervisors: the interactor's message, or what went wrong. */
  detail: string;
}

export interface InteractionOutcome extends InteractionVerdict {
  /** Run of the solution; its CPU time and memory are those of the test. */
  solution: PairedResult;
  interactor: PairedResult;
  /**
   * Host path of testlib's output file; `undefined` when the interactor left none. Deleted by the next interaction.
   */
  output: string | undefined;
  /** Files that the interactor left in its feedback directory, by name. */
  feedback: Feedback;
}

/** Files of an ICPC package's feedback directory; absent where the interactor wrote none. */
export interface Feedback {
  judgeMessage?: string;
  teamMessage?: string;
  /** Content of `score.txt`. */
  score?: string;
  /** Input of the next pass (multi-pass problems). Present when the interactor accepted and wrote `nextpass.in`. */
  nextPass?: NextPass;
}

/** Host paths, valid until the next pass has ended. */
export interface NextPass {
  /** Input of the next pass. */
  input: string;
  /** Other files of the feedback directory, packed by the sandbox; the next pass finds them there again. */
  state: string;
}
