import type {
  OutputDifference,
  SolutionTest,
  TestFileName,
  TestFilePart,
} from '@balloon/contracts/solutions/test-files.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Run } from '#features/test-files/use-shown-file.ts';
import { get, post } from '#shared/api/calls/api.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

/** Interval of asking for an unfinished run: outputs are secret, so no socket event reports them. */
const ASK_EVERY_MS = 1_000;

/** A test of a solution. */
export interface TestAddress {
  solutionId: number;
  testNumber: number;
}

export const testPath = ({ solutionId, testNumber }: TestAddress) =>
  `/api/admin/solutions/${solutionId}/tests/${testNumber}`;

export const isUnderWay = (test: SolutionTest | undefined) =>
  test?.state === 'queued' || test?.state === 'running';

const keyOf = ({ solutionId, testNumber }: TestAddress) => ['solution', solutionId, 'test', testNumber];

export const solutionTestQuery = (address: TestAddress) =>
  queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => get<SolutionTest>(testPath(address), { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? ASK_EVERY_MS : false),
    meta: { ownError: true, quiet: true },
  });

/** Parts of a file, one after another. @param madeAtMs when the output was made; the other files stay */
export const testFileQuery = (address: TestAddress, file: TestFileName, madeAtMs: number | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(address), file, madeAtMs],
    queryFn: ({ signal, pageParam }) =>
      get<TestFilePart>(`${testPath(address)}/files/${file}`, { signal, query: { offset: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true, quiet: true },
  });

export const differenceQuery = (address: TestAddress, of: Run, madeAtMs: number) =>
  queryOptions({
    queryKey: [...keyOf(address), 'difference', of, madeAtMs],
    queryFn: ({ signal }) =>
      get<OutputDifference>(`${testPath(address)}/difference`, { signal, query: { of } }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true, quiet: true },
  });

/** Asks for a run that brings the output. */
export function useOutputRequest(address: TestAddress) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post<SolutionTest>(testPath(address)),
    onSuccess: (test) => changeLoaded(queryClient, solutionTestQuery(address).queryKey, test),
  });
}
