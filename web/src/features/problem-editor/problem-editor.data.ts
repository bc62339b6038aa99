import type { ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import type { KnownTags } from '@balloon/contracts/problems/editorials.ts';
import type { VersionComparison } from '@balloon/contracts/problems/problem-admin.ts';
import type {
  EditedProblem,
  SaveEditedProblem,
  StaleSummary,
  UnpackedTests,
  UploadedContent,
  UploadedFile,
  VersionHistory,
} from '@balloon/contracts/problems/problem-editor.ts';
import { MAX_TAG_LENGTH } from '@balloon/contracts/problems/problem-editor-limits.ts';
import type { RejudgeReply } from '@balloon/contracts/solutions/solutions.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Draft } from '#features/problem-editor/editor-draft.ts';
import { resetsQuery } from '#features/solutions/resets.data.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { withFile } from '#shared/api/calls/upload-picture.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

const pathOf = (problemId: number) => `/api/admin/problems/${problemId}`;
const keyOf = (problemId: number, ...rest: unknown[]) => ['admin', 'problem', problemId, ...rest] as const;

/** The problem as it is stored. Every reconnection reads it anew, so the form decides itself whether it follows. */
export function editedProblemQuery(problemId: number) {
  return queryOptions({
    queryKey: keyOf(problemId, 'editor'),
    queryFn: ({ signal }) => get<EditedProblem>(`${pathOf(problemId)}/editor`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { ownError: true },
  });
}

const OFFERED_TAGS = 20;

/** Tags that other problems have, the most used first. @param text typed part of a tag */
export function knownTagsQuery(text: string) {
  const q = text.trim().slice(0, MAX_TAG_LENGTH);
  return queryOptions({
    queryKey: ['admin', 'problem tags', q],
    queryFn: ({ signal }) =>
      get<KnownTags>('/api/admin/problem-tags', { signal, query: { q, count: OFFERED_TAGS } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { ownError: true, quiet: true },
  });
}

/** How many verdicts are stale, and whose places they may move. */
export function staleSummaryQuery(problemId: number) {
  return queryOptions({
    queryKey: keyOf(problemId, 'stale'),
    queryFn: ({ signal }) => get<StaleSummary>(`${pathOf(problemId)}/stale`, { signal }),
    meta: { ownError: true, quiet: true },
  });
}

/** HTML as participants get it; the former preview stays until the next one is there. */
export function previewQuery(problemId: number, htmlStatement: string) {
  return queryOptions({
    queryKey: keyOf(problemId, 'preview', htmlStatement),
    queryFn: ({ signal }) =>
      post<{ htmlStatement: string }>(`${pathOf(problemId)}/preview`, { htmlStatement }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    meta: { ownError: true, quiet: true },
  });
}

export function versionHistoryQuery(problemId: number) {
  return queryOptions({
    queryKey: keyOf(problemId, 'versions'),
    queryFn: ({ signal }) => get<VersionHistory>(`${pathOf(problemId)}/versions`, { signal }),
    meta: { ownError: true },
  });
}

export function comparisonQuery(problemId: number, from: number, to: number) {
  return queryOptions({
    queryKey: keyOf(problemId, 'versions', from, to),
    queryFn: ({ signal }) =>
      get<VersionComparison>(`${pathOf(problemId)}/versions/compare`, { signal, query: { from, to } }),
    meta: { ownError: true },
  });
}

/** The beginning of a saved content. */
export function excerptQuery(problemId: number, sha256: string) {
  return queryOptions({
    queryKey: keyOf(problemId, 'content', sha256),
    queryFn: ({ signal }) =>
      get<UploadedContent>(`${pathOf(problemId)}/contents/${sha256}/excerpt`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true },
  });
}

/** Pause in ms between looks at a check that a judge does. */
const LOOK_EVERY_MS = 700;

export const isUnderWay = ({ state }: Pick<ProblemCheck, 'state'>) =>
  state === 'queued' || state === 'running';

/** A check, followed until it has ended. */
export function checkQuery(problemId: number, checkId: number) {
  return queryOptions({
    queryKey: keyOf(problemId, 'check', checkId),
    queryFn: ({ signal }) => get<ProblemCheck>(`${pathOf(problemId)}/checks/${checkId}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_EVERY_MS : false),
    meta: { ownError: true, quiet: true },
  });
}

/** Starts a check: of a checker program, or else of the saved problem by the solutions of its package. */
export function useStartCheck(problemId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (checker?: CheckerSpec) =>
      post<ProblemCheck>(`${pathOf(problemId)}/checks`, checker ? { checker } : {}),
    onSuccess: (check) => changeLoaded(queryClient, checkQuery(problemId, check.id).queryKey, check),
  });
}

export function useCancelCheck(problemId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (checkId: number) => del<ProblemCheck>(`${pathOf(problemId)}/checks/${checkId}`),
    onSuccess: (check) => changeLoaded(queryClient, checkQuery(problemId, check.id).queryKey, check),
  });
}

/**
 * Has a judge compile a checker program, and waits for the end.
 *
 * @param signal stops waiting; the check goes on
 */
async function compiled(problemId: number, checker: CheckerSpec, signal: AbortSignal): Promise<void> {
  let check = await post<ProblemCheck>(`${pathOf(problemId)}/checks`, { checker }, { signal });
  while (isUnderWay(check)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    signal.throwIfAborted();
    check = await get<ProblemCheck>(`${pathOf(problemId)}/checks/${check.id}`, { signal });
  }
}

export const contentAddress = (problemId: number, sha256: string) =>
  `${pathOf(problemId)}/contents/${sha256}`;

export const testPictureAddress = (problemId: number, sha256: string) =>
  `${pathOf(problemId)}/test-pictures/${sha256}`;

/** A save, and what it does before: a new checker program is compiled by a judge, unless the save is forced. */
export interface CheckedSave {
  save: SaveEditedProblem;
  /** What the form held when the save was sent. */
  sent: Draft;
  signal: AbortSignal;
  onCompiling: (isNow: boolean) => void;
}

async function sendSave(problemId: number, { save, signal, onCompiling }: CheckedSave) {
  const path = `${pathOf(problemId)}/editor`;
  try {
    return await post<EditedProblem>(path, save);
  } catch (error) {
    const isUnchecked = error instanceof ApiError && error.code === 'CHECKER_NOT_CHECKED';
    if (!isUnchecked || !save.judging) throw error;
    onCompiling(true);
    await compiled(problemId, save.judging.checker, signal);
    onCompiling(false);
    return await post<EditedProblem>(path, save);
  }
}

/**
 * Saves; what depends on the problem anywhere in the page is read anew.
 *
 * @param onSaved called with the new version, also when the editor was left meanwhile
 */
export function useSaveProblem(problemId: number, onSaved: (saved: EditedProblem, sent: Draft) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (save: CheckedSave) => sendSave(problemId, save),
    meta: { ownError: true },
    onSuccess: (problem, { sent }) => {
      onSaved(problem, sent);
      changeLoaded(queryClient, editedProblemQuery(problemId).queryKey, problem);
      void queryClient.invalidateQueries({ queryKey: keyOf(problemId, 'stale') });
      void queryClient.invalidateQueries({ queryKey: keyOf(problemId, 'versions') });
      void queryClient.invalidateQueries({ queryKey: ['problem', problemId] });
      void queryClient.invalidateQueries({ queryKey: ['contest'] });
      void queryClient.invalidateQueries({ queryKey: ['admin', 'problem tags'] });
    },
  });
}

/**
 * Judges all stale solutions of the problem again; of many, the answer comes before they are in the queue.
 *
 * @param onDone called with the answer, also when the offer has gone meanwhile
 */
export function useRejudgeStale(problemId: number, onDone: (reply: RejudgeReply) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<RejudgeReply>(`${pathOf(problemId)}/solutions/stale/refresh?wait=false`),
    onSuccess: onDone,
    onSettled: async () => {
      await queryClient.invalidateQueries(resetsQuery({ problemId }));
      await queryClient.invalidateQueries({ queryKey: keyOf(problemId, 'stale') });
    },
  });
}

/** Uploads an input, an answer or a source. @throws {ApiError} */
export const uploadContent = (problemId: number, file: Blob, name = 'content.txt') =>
  post<UploadedContent>(`${pathOf(problemId)}/contents`, withFile(file, name));

/** Uploads an archive of tests and returns what is in it. @throws {ApiError} */
export const uploadTests = (problemId: number, file: File) =>
  post<UnpackedTests>(`${pathOf(problemId)}/tests/zip`, withFile(file, file.name));

/** Uploads a file that the statement offers. @throws {ApiError} */
export const uploadStatementFile = (problemId: number, file: File) =>
  post<UploadedFile>(`${pathOf(problemId)}/files`, withFile(file, file.name));
