import type { PackageRemark } from '#package-error.ts';

/** Remarks on one statement, collected while it is rendered; equal ones are stored once. */
export interface Remarks {
  note(text: string): void;
  warn(text: string): void;
  /** Adds a warning, and records that a part is missing which another form of the statement may show. */
  lose(text: string): void;
  readonly hasLost: boolean;
  readonly list: readonly PackageRemark[];
}

/** Largest number of remarks; a hostile statement would cause thousands. */
const MAX_REMARKS = 100;

/**
 * Starts a list of remarks.
 *
 * @param about name of the statement in its package, with which each remark begins
 */
export function startRemarks(about: string): Remarks {
  const texts = new Map<string, PackageRemark>();
  let hasLost = false;
  const add = (level: PackageRemark['level'], text: string) => {
    if (!texts.has(text) && texts.size < MAX_REMARKS) texts.set(text, { level, text: `${about}: ${text}` });
  };
  return {
    note: (text) => add('note', text),
    warn: (text) => add('warning', text),
    lose(text) {
      hasLost = true;
      add('warning', text);
    },
    get hasLost() {
      return hasLost;
    },
    get list() {
      return [...texts.values()];
    },
  };
}
