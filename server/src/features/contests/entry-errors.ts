import { ForbiddenError, NotFoundError, type ServiceError } from '#errors.ts';

/** Why a person may not be in a contest, in the words of the callers of `enterContest`. */
const ENTRY_ERRORS = {
  CONTEST_NOT_FOUND: (contestId) =>
    new NotFoundError('CONTEST_NOT_FOUND', `There is no contest ${contestId}`),
  CONTEST_NOT_IN_TIME: () =>
    new ForbiddenError('CONTEST_NOT_IN_TIME', 'The contest has not started yet or is over'),
  CONTEST_ACCESS_DENIED: () =>
    new ForbiddenError('CONTEST_ACCESS_DENIED', 'You have no access to this contest'),
  CONTEST_NOT_JOINED: () => new ForbiddenError('CONTEST_NOT_JOINED', 'Join the contest first'),
} as const satisfies Record<string, (contestId: number) => ServiceError>;

export type EntryRefusal = keyof typeof ENTRY_ERRORS;

/** The error of a refused entry. */
export const entryError = (refusal: EntryRefusal, contestId: number): ServiceError =>
  ENTRY_ERRORS[refusal](contestId);

export const isEntryRefusal = (refusal: string): refusal is EntryRefusal => refusal in ENTRY_ERRORS;
