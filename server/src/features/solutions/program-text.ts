import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { joinFiles } from '@balloon/domain/languages/solution-files.ts';

/** Columns of a program, of a solution or a trial run. */
export interface StoredProgram {
  source: string;
  entryPoint: string | null;
  files: NamedText[] | null;
}

/** Files of a program of several, the one where it starts first; null for a program of one. */
export function filesOf({ source, entryPoint, files }: StoredProgram): NamedText[] | null {
  return entryPoint === null || files === null ? null : [{ name: entryPoint, content: source }, ...files];
}

/** The whole program as one text. */
export function textOf(program: StoredProgram, family: string): string {
  const files = filesOf(program);
  return files ? joinFiles(files, family) : program.source;
}

/** Fields of a judge's task beside the text; none for a program of one file. */
export function besideText({ entryPoint, files }: Omit<StoredProgram, 'source'>) {
  return entryPoint === null || files === null ? {} : { entryPoint, files };
}
