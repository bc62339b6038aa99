import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { readStored, removeStored, storageKey, writeStored } from '#shared/api/browser/storage.ts';

/** Problem, and the person whose unsent work on it is kept in this browser, which the next one at the machine must not find. */
export interface DraftPlace {
  ownId: number;
  contestId: number;
  letter: string;
}

const draftKey = ({ ownId, contestId, letter }: DraftPlace) => `solution_${contestId}_${letter}_${ownId}`;

/** Keys that name no person: of earlier versions, and of the older client, which has one draft per contest. */
const namelessKeys = ({ contestId, letter }: DraftPlace) => [
  `solution_${contestId}_${letter}`,
  `solution_${contestId}`,
];

/** Reads a draft. One that names no person becomes that of whoever opens the problem first, and of nobody else. */
export function readDraft(place: DraftPlace): string {
  const own = readStored<unknown>(draftKey(place), null);
  if (typeof own === 'string') return own;
  for (const key of namelessKeys(place)) {
    const found = readStored<unknown>(key, '');
    if (typeof found !== 'string' || found === '') continue;
    writeStored(draftKey(place), found);
    writeStored(key, '');
    return found;
  }
  return '';
}

/** Unsent program of several files. */
export interface SeveralFiles {
  files: readonly NamedText[];
  /** Name of the file in the editor. */
  open: string;
  /** Name of the file where the program starts; null while nobody chose one. */
  entryPoint: string | null;
}

const filesKey = ({ ownId, contestId, letter }: DraftPlace) =>
  `solution_files_${contestId}_${letter}_${ownId}`;

/** Returns the files of a draft; null when it has but one. */
export function readDraftFiles(place: DraftPlace): SeveralFiles | null {
  const stored = readStored<Partial<SeveralFiles> | null>(filesKey(place), null);
  const files = Array.isArray(stored?.files) ? stored.files.filter(isNamedText) : [];
  const [first] = files;
  if (first === undefined || files.length < 2) return null;
  const known = (name: unknown) => files.find((file) => file.name === name)?.name;
  return { files, open: known(stored?.open) ?? first.name, entryPoint: known(stored?.entryPoint) ?? null };
}

function isNamedText(file: Partial<NamedText> | null): file is NamedText {
  return typeof file?.name === 'string' && typeof file.content === 'string';
}

/**
 * Stores a draft; `text` is the first one of several files. Where the browser has no room left, inputs of trial runs make way,
 * which are kept of every problem that somebody has ever tried.
 *
 * @returns whether it is stored
 */
export function writeDraft(place: DraftPlace, text: string, several: SeveralFiles | null): boolean {
  if (storeDraft(place, text, several)) return true;
  const kept = storageKey(trialInputKey(place));
  const beginning = storageKey(TRIAL_INPUT);
  removeStored((key) => key.startsWith(beginning) && key !== kept);
  return storeDraft(place, text, several);
}

function storeDraft(place: DraftPlace, text: string, several: SeveralFiles | null): boolean {
  const key = filesKey(place);
  // A draft of one file, as nearly all are, writes nothing new.
  const hasFiles = several !== null || readStored<unknown>(key, null) !== null;
  return writeStored(draftKey(place), text) && (!hasFiles || writeStored(key, several));
}

/** Calls `act` when another tab of the browser stores something of the draft. @returns the end of it */
export function watchDraft(place: DraftPlace, act: () => void): () => void {
  const keys = [storageKey(draftKey(place)), storageKey(filesKey(place))];
  const onStored = ({ key }: StorageEvent) => {
    if (key !== null && keys.includes(key)) act();
  };
  addEventListener('storage', onStored);
  return () => removeEventListener('storage', onStored);
}

/** Removes the draft after a successful send. */
export function clearDraft(place: DraftPlace): void {
  writeDraft(place, '', null);
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

const TRIAL_INPUT = 'trial_input_';
const trialInputKey = ({ ownId, contestId, letter }: DraftPlace) =>
  `${TRIAL_INPUT}${contestId}_${letter}_${ownId}`;

/** Own input for trial runs of one problem; stays when the solution is sent. */
export function readTrialInput(place: DraftPlace): string {
  const text = readStored<unknown>(trialInputKey(place), '');
  return typeof text === 'string' ? text : '';
}

export function writeTrialInput(place: DraftPlace, text: string): void {
  writeStored(trialInputKey(place), text);
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
