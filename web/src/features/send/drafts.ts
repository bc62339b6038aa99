import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { readStored, writeStored } from '#shared/api/storage.ts';

/**
 * Unsent work in the browser. Drafts are per problem; the older client kept one per contest under the same
 * key without the letter, which is read when the problem has none of its own.
 */
const draftKey = (contestId: number, letter: string) => `solution_${contestId}_${letter}`;
const contestDraftKey = (contestId: number) => `solution_${contestId}`;

export function readDraft(contestId: number, letter: string): string {
  const own = readStored<unknown>(draftKey(contestId, letter), null);
  if (typeof own === 'string') return own;
  const shared = readStored<unknown>(contestDraftKey(contestId), '');
  return typeof shared === 'string' ? shared : '';
}

/** Unsent program of several files. */
export interface SeveralFiles {
  files: readonly NamedText[];
  /** Name of the file in the editor. */
  open: string;
  /** Name of the file where the program starts; null while nobody chose one. */
  entryPoint: string | null;
}

const filesKey = (contestId: number, letter: string) => `solution_files_${contestId}_${letter}`;

/** Returns the files of a draft; null when it has but one. */
export function readDraftFiles(contestId: number, letter: string): SeveralFiles | null {
  const stored = readStored<Partial<SeveralFiles> | null>(filesKey(contestId, letter), null);
  const files = Array.isArray(stored?.files) ? stored.files.filter(isNamedText) : [];
  const [first] = files;
  if (first === undefined || files.length < 2) return null;
  const known = (name: unknown) => files.find((file) => file.name === name)?.name;
  return { files, open: known(stored?.open) ?? first.name, entryPoint: known(stored?.entryPoint) ?? null };
}

function isNamedText(file: Partial<NamedText> | null): file is NamedText {
  return typeof file?.name === 'string' && typeof file.content === 'string';
}

/** Stores a draft; of several files the older client sees the first one. */
export function writeDraft(
  contestId: number,
  letter: string,
  text: string,
  several: SeveralFiles | null,
): void {
  writeStored(draftKey(contestId, letter), text);
  const key = filesKey(contestId, letter);
  // A draft of one file, as nearly all are, writes nothing new.
  if (several !== null || readStored<unknown>(key, null) !== null) writeStored(key, several);
}

/** Removes the draft after a successful send. */
export function clearDraft(contestId: number, letter: string): void {
  writeDraft(contestId, letter, '', null);
  writeStored(contestDraftKey(contestId), '');
}

const PROBLEMS_KEY = 'selected_problems';
const LANGUAGES_KEY = 'system_langs';

/** Returns the problem last chosen in a contest. */
export function rememberedProblem(contestId: number): string | undefined {
  const letter = readStored<Record<string, unknown>>(PROBLEMS_KEY, {})[`contest${contestId}`];
  return typeof letter === 'string' ? letter : undefined;
}

export function rememberProblem(contestId: number, letter: string): void {
  const all = readStored<Record<string, unknown>>(PROBLEMS_KEY, {});
  writeStored(PROBLEMS_KEY, { ...all, [`contest${contestId}`]: letter });
}

/** Returns the language last chosen for problems of a system. */
export function rememberedLanguage(systemType: string): number | undefined {
  const id = Number(readStored<Record<string, unknown>>(LANGUAGES_KEY, {})[systemType]);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

export function rememberLanguage(systemType: string, languageId: number): void {
  const all = readStored<Record<string, unknown>>(LANGUAGES_KEY, {});
  writeStored(LANGUAGES_KEY, { ...all, [systemType]: languageId });
}

const trialInputKey = (contestId: number, letter: string) => `trial_input_${contestId}_${letter}`;

/** Own input for trial runs of one problem; stays when the solution is sent. */
export function readTrialInput(contestId: number, letter: string): string {
  const text = readStored<unknown>(trialInputKey(contestId, letter), '');
  return typeof text === 'string' ? text : '';
}

export function writeTrialInput(contestId: number, letter: string, text: string): void {
  writeStored(trialInputKey(contestId, letter), text);
}

const TRIAL_PANEL_KEY = 'trial_panel';

/** Whether trial runs are shown, and which of the two kinds. */
export interface TrialPanelState {
  kind: 'samples' | 'input';
  isOpen: boolean;
  /** Whether the person chose the kind; its tab is then shown even if there is nothing to run. */
  isChosen: boolean;
}

export function readTrialPanel(): TrialPanelState {
  const stored = readStored<{ kind?: unknown; isOpen?: unknown } | null>(TRIAL_PANEL_KEY, null);
  const kind = stored?.kind === 'input' ? 'input' : 'samples';
  return { kind, isOpen: stored?.isOpen === true, isChosen: false };
}

export function writeTrialPanel({ kind, isOpen }: TrialPanelState): void {
  writeStored(TRIAL_PANEL_KEY, { kind, isOpen });
}
