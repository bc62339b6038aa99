/**
 * Error that the person who starts Balloon can mend. The message is one line that says what is wrong and what to do;
 * it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** Failure that another start may not meet again: no setting and no hand is at fault. Told in one line, too. */
export class StartAccident extends StartError {}

/** `StartError` that another process of ours has already printed. */
export class ReportedStartError extends StartError {}

/** Exit code after such a line (EX_CONFIG of sysexits.h): another start would only repeat it. */
export const EXIT_MEND_FIRST = 78;
/** Exit code after an accident: systemd starts again. */
export const EXIT_TRY_AGAIN = 1;
