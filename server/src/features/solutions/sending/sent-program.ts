import { createHash } from 'node:crypto';
import { faultOfFiles, type NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { MAX_SOLUTION_FILES, MAX_SOURCE_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import type { SentSolution } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { canSubmit } from '@balloon/domain/contests/contest-access.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import { findEntryPoint, isSourceOf, takesSeveralFiles } from '@balloon/domain/languages/solution-files.ts';
import type { z } from 'zod';
import { ConflictError, InvalidInputError, TooLargeError } from '#errors.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { supervises } from '#features/contests/supervision.ts';
import { findFileRules } from '#features/solutions/sending/file-rules.queries.ts';
import { readSolutionZip } from '#features/solutions/solution-zip.ts';
import type { User } from '#services.ts';

/** Program as it is stored: the text from which it starts, and with several files its name and the others. */
export interface SentProgram {
  source: string;
  entryPoint: string | null;
  files: readonly NamedText[] | null;
}

export type NewProgram = Pick<
  z.infer<typeof SentSolution>,
  'symbolIndex' | 'languageId' | 'solution' | 'files' | 'archive' | 'entryPoint'
> & { contestId: number };

/** The program of one text; no question is asked for it. */
export const programOf = (source: string): SentProgram => ({ source, entryPoint: null, files: null });

/**
 * Reads a program that was sent as several files or as an archive. Whether language and problem take several is told to
 * those only who may send now; for others the sending itself finds the reason.
 *
 * @throws as `enterContest`, `readSolutionZip`; {InvalidInputError} of `faultOfFiles`, ENTRY_POINT_NEEDED,
 *   ENTRY_POINT_MISSING, NO_SOURCE_FILE, ONE_FILE_LANGUAGE; {ConflictError} ONE_FILE_PROBLEM
 */
export async function readProgram(db: Db, author: User, input: NewProgram): Promise<SentProgram> {
  if (input.solution !== undefined) return programOf(input.solution);
  const files = input.files ?? (await openSolutionZip(input.archive ?? ''));
  if (input.files) refuseFaulty(files);
  const [only] = files;
  // A name says nothing where there is no other file: such a program is one text like any other.
  if (only && files.length === 1) return programOf(only.content);
  const { contestId, languageId, symbolIndex } = input;
  const { contest, status } = await enterContest({ db }, author, contestId);
  const position = problemPosition(symbolIndex) ?? -1;
  const rules = await findFileRules(db, { contestId, position, languageId });
  if (!rules) return startingIn(files[0]?.name ?? '', files);
  if (canSubmit(supervises(author, contest), status)) {
    refuseSeveral(rules, symbolIndex);
    return startingIn(getEntryPoint(rules, files, input.entryPoint), files);
  }
  const found = input.entryPoint ?? findEntryPoint(rules.languageKey, files);
  return startingIn(found ?? files[0]?.name ?? '', files);
}

/**
 * Opens an archive of files of a solution, in base64.
 *
 * @throws as `readSolutionZip`; {InvalidInputError} of `faultOfFiles`
 */
export async function openSolutionZip(archive: string): Promise<NamedText[]> {
  const files = await readSolutionZip(Buffer.from(archive, 'base64'));
  refuseFaulty(files);
  return files;
}

function refuseFaulty(files: readonly NamedText[]): void {
  const fault = faultOfFiles(files);
  if (fault === null) return;
  const name = fault.name.slice(0, 100);
  const facts = { restParams: { name } };
  switch (fault.code) {
    case 'TOO_MANY_FILES':
      throw new TooLargeError('TOO_MANY_FILES', `A solution may have at most ${MAX_SOLUTION_FILES} files`, {
        restParams: { most: MAX_SOLUTION_FILES },
      });
    case 'SOURCES_TOO_LARGE':
      throw new TooLargeError(
        'SOURCES_TOO_LARGE',
        `The files may have at most ${MAX_SOURCE_BYTES / 1024} KB together`,
        { restParams: { mostKb: MAX_SOURCE_BYTES / 1024 } },
      );
    case 'FILE_NAME_NOT_ALLOWED': {
      const text = `A file cannot be called "${name}": up to 63 letters A-Z, digits and _ . - without folders, with the ending of a source, a header or a text`;
      throw new InvalidInputError('FILE_NAME_NOT_ALLOWED', text, [], facts);
    }
    case 'FILE_NAMES_EQUAL': {
      const text = `Two files are called "${name}": upper and lower case make no difference`;
      throw new InvalidInputError('FILE_NAMES_EQUAL', text, [], facts);
    }
    case 'FILE_NOT_TEXT':
      throw new InvalidInputError('FILE_NOT_TEXT', `"${name}" is no text: it has zero bytes`, [], facts);
    case 'FILES_EMPTY':
      throw new InvalidInputError('FILES_EMPTY', 'All files are empty: write the program first');
  }
}

type FileRules = NonNullable<Awaited<ReturnType<typeof findFileRules>>>;

function refuseSeveral(rules: FileRules, symbolIndex: string): void {
  if (rules.systemType !== 'balloon' || rules.hasGraders) {
    const text = `Problem ${symbolIndex} takes solutions of one file only: join yours`;
    throw new ConflictError('ONE_FILE_PROBLEM', text);
  }
  if (!takesSeveralFiles(rules.languageKey)) {
    const text = `${rules.languageName} takes one file only here: join yours, or choose another language`;
    throw new InvalidInputError('ONE_FILE_LANGUAGE', text, [], {
      restParams: { language: rules.languageName },
    });
  }
}

function getEntryPoint(
  { languageKey, languageName }: FileRules,
  files: readonly NamedText[],
  chosen: string | undefined,
): string {
  const isSource = (name: string) => isSourceOf(languageKey, name);
  if (!files.some(({ name }) => isSource(name))) {
    const text = `None of the files is a source in ${languageName}: look at their endings, or choose another language`;
    throw new InvalidInputError('NO_SOURCE_FILE', text, [], { restParams: { language: languageName } });
  }
  if (chosen !== undefined) {
    if (files.some(({ name }) => name === chosen) && isSource(chosen)) return chosen;
    const text = `The program cannot start in "${chosen.slice(0, 100)}": entryPoint must name a source among the files`;
    throw new InvalidInputError('ENTRY_POINT_MISSING', text, [], {
      restParams: { name: chosen.slice(0, 100) },
    });
  }
  const found = findEntryPoint(languageKey, files);
  if (found !== null) return found;
  const text =
    'The files do not tell where the program starts: name that file as entryPoint, or call it main';
  throw new InvalidInputError('ENTRY_POINT_NEEDED', text);
}

/** The others keep their order: some compilers need it. */
function startingIn(name: string, files: readonly NamedText[]): SentProgram {
  const start = files.find((file) => file.name === name) ?? files[0];
  return {
    source: start?.content ?? '',
    entryPoint: start?.name ?? '',
    files: files.filter((file) => file !== start),
  };
}

/**
 * Hash of a program for receipts and comparisons. For one file it is that of its text; for several that of the list which
 * `sha256sum` prints of them, the one where the program starts first.
 */
export function hashOfProgram({ source, entryPoint, files }: SentProgram): string {
  if (entryPoint === null || files === null) return sha256(source);
  const lines = [{ name: entryPoint, content: source }, ...files];
  return sha256(lines.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join(''));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
