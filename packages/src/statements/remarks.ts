import type { PackageRemark } from '#package-error.ts';

/** What was noticed while one statement was rendered; the same thing is said once. */
export interface Remarks {
  note(text: string): void;
  warn(text: string): void;
  /** Warns, and remembers that the reader misses something which another form of the statement may have. */
  lose(text: string): void;
  readonly hasLost: boolean;
  readonly list: readonly PackageRemark[];
}

/** @param about how the author knows the statement: opens each remark */
export function startRemarks(about: string): Remarks {
  const texts = new Map<string, PackageRemark>();
  let hasLost = false;
  const add = (level: PackageRemark['level'], text: string) => {
    if (!texts.has(text)) texts.set(text, { level, text: `${about}: ${text}` });
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
