import type { TeamFileFault } from '@balloon/contracts/people/team-import.ts';

type Note = (file: string, entry: string, code: TeamFileFault['code']) => void;

/** Notes what is wrong with a package: an error stops its import, a warning does not. */
export interface FaultLog {
  error: Note;
  warn: Note;
}

/** Opens a log that adds to a list of faults. */
export function openFaultLog(faults: TeamFileFault[]): FaultLog {
  const note =
    (isError: boolean): Note =>
    (file, entry, code) => {
      faults.push({ file, entry, code, detail: '', isError });
    };
  return { error: note(true), warn: note(false) };
}
