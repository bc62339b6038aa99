import type {
  CompilerOptions,
  ConfiguredLanguages,
  SaveOptions,
} from '@balloon/contracts/judging/compiler-options.ts';
import { MAX_OPTION_LENGTH, MAX_OPTIONS } from '@balloon/contracts/judging/compiler-options-limits.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

const LANGUAGES = '/api/admin/server/languages';
const POLL_MS = 3_000;
const POLL_TRIAL_MS = 1_000;

/** Languages with their options, and how judges do with these; looked at often while judges try some. */
export const languagesQuery = queryOptions({
  queryKey: ['server', 'languages'],
  queryFn: ({ signal }) => get<ConfiguredLanguages>(LANGUAGES, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.languages.some(({ candidate }) => candidate !== null) ? POLL_TRIAL_MS : POLL_MS,
  staleTime: 0,
  retry: false,
  meta: { ownError: true, quiet: true },
});

/** Saves options of a language and shows the answer. */
export async function saveOptions(queryClient: QueryClient, key: string, form: SaveOptions): Promise<void> {
  const saved = await post<ConfiguredLanguages>(`${LANGUAGES}/${key}`, form);
  changeLoaded(queryClient, languagesQuery.queryKey, saved);
}

/** Options as the lines of a text field. */
export const linesOf = (options: readonly string[]): string => options.join('\n');

/** Options out of the lines of a text field. */
export const optionsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with options, as the key of its text, or null. */
export function troubleIn(options: readonly string[]): 'tooMany' | 'tooLong' | 'file' | null {
  if (options.length > MAX_OPTIONS) return 'tooMany';
  if (options.some((option) => option.length > MAX_OPTION_LENGTH)) return 'tooLong';
  return options.some((option) => option.startsWith('@')) ? 'file' : null;
}

/** Whether both are the same arguments. */
export const isSame = (one: CompilerOptions, other: CompilerOptions) =>
  JSON.stringify([one.compile, one.run]) === JSON.stringify([other.compile, other.run]);
