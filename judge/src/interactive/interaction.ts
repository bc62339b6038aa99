import type { PairedResult } from '#sandbox/sandbox.ts';
import type { RunVerdict } from '#verdict-of-run.ts';

/**
 * What an interactor says at its end. `partial`: testlib's points; the comment tells how many.
 * `failed`: it says that it failed itself, or it broke.
 */
export type InteractorDecision = 'accepted' | 'wrongAnswer' | 'presentationError' | 'partial' | 'failed';

/** How an interactor is called, what it leaves, and what its exit codes mean. */
export interface InteractorProtocol {
  /** Arguments after the program; paths inside the container. */
  argv(paths: { input: string; output: string; answer: string; feedback: string }): readonly string[];
  /** A code that is not listed means that the interactor broke. */
  exitCodes: Readonly<Record<number, InteractorDecision>>;
  /** `file`: testlib's output file, for the checker. `feedback`: the feedback directory of ICPC packages. */
  leaves: 'file' | 'feedback';
}

/** How one conversation ended: `accepted` with testlib still needs the checker to agree. */
export interface InteractionVerdict {
  verdict: RunVerdict | Exclude<InteractorDecision, 'failed'>;
  /** For supervisors: what the interactor says, or what went wrong. */
  detail: string;
}

export interface InteractionOutcome extends InteractionVerdict {
  /** Its CPU time and memory are the test's. */
  solution: PairedResult;
  interactor: PairedResult;
  /** Host path of testlib's output file; `undefined` when the interactor left none. Gone with the next interaction. */
  output: string | undefined;
  /** What the interactor left in its feedback directory, by name. */
  feedback: Feedback;
}

/** The files of an ICPC package's feedback directory; absent where the interactor wrote none. */
export interface Feedback {
  judgeMessage?: string;
  teamMessage?: string;
  /** Content of `score.txt`. */
  score?: string;
  /** Multi-pass: what the next pass needs. Present when the interactor accepted and wrote `nextpass.in`. */
  nextPass?: NextPass;
}

/** Host paths, valid until the next pass has ended. */
export interface NextPass {
  /** Given as the input of the next pass. */
  input: string;
  /** The other files of the feedback directory, packed by the sandbox; the next pass finds them there again. */
  state: string;
}
