import type { Language } from '@balloon/contracts/problems/problems.ts';
import type { LanguagesChanged } from '@balloon/contracts/socket/events.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useSocketEvent } from '#shared/api/live/socket.ts';

type ChangedLanguage = z.infer<typeof LanguagesChanged>['languages'][number];

/** Applies changed languages to a list; returns the same object if it contains none of them. */
export function renewLanguages<Known extends Pick<Language, 'id'>>(
  known: readonly Known[],
  changed: readonly ChangedLanguage[],
): readonly Known[] {
  const byId = new Map(changed.map((language) => [language.id, language]));
  if (!known.some(({ id }) => byId.has(id))) return known;
  return known.map((language) => ({ ...language, ...byId.get(language.id) }));
}

/** Keeps the contest's lists of languages current: which are open, and whether a judge is connected. */
export function useLiveLanguages(contestId: number): void {
  const queryClient = useQueryClient();
  useSocketEvent('languages changed', ({ languages }) => {
    queryClient.setQueriesData<readonly Language[]>(
      {
        queryKey: ['contest', contestId, 'problem'],
        predicate: ({ queryKey }) => queryKey.at(-1) === 'languages',
      },
      (known) => known && renewLanguages(known, languages),
    );
  });
}
