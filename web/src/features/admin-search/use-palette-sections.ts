import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSearchQuery } from '#features/admin-search/admin-search.data.ts';
import {
  FIND_KINDS,
  type FindKind,
  foundItems,
  type PaletteItem,
} from '#features/admin-search/found-items.ts';
import { matchesWords, paletteActions } from '#features/admin-search/palette-actions.ts';
import { readRecent } from '#features/admin-search/recent-finds.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale } from '#shared/text/i18n.ts';

const SEARCH_DEBOUNCE_MS = 150;
/** Most actions beside finds, so that these stay in view. */
const ACTIONS_BESIDE_FINDS = 4;

export interface PaletteSection {
  key: FindKind | 'actions' | 'recent';
  items: readonly PaletteItem[];
  /** Answers to an earlier query: shown until the new one comes, but not to be chosen. */
  isStale?: boolean;
}

/** What the search shows for a text: recent finds and all actions at first, then matching actions and finds by kinds. */
export function usePaletteSections(text: string) {
  const query = text.trim();
  const [asked] = useDebouncedValue(query, SEARCH_DEBOUNCE_MS);
  const { data, error, isFetching, refetch } = useQuery(
    adminSearchQuery(query === '' ? '' : asked, useLocale()),
  );
  const isFresh = data !== undefined && data.q === query;
  const actions = useActions(query);
  const finds = useFinds(query === '' ? undefined : data, !isFresh);
  const recent = useRecent();
  const sections: PaletteSection[] =
    query === ''
      ? [recent, actions]
      : [{ ...actions, items: actions.items.slice(0, ACTIONS_BESIDE_FINDS) }, ...finds];
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    isSearching: query !== '' && (isFetching || asked !== query),
    error: query === '' || isFresh ? null : error,
    retry: () => void refetch(),
  };
}

function useActions(query: string): PaletteSection {
  const { t } = useTranslation();
  const all = paletteActions(useMe()).map(({ to, key, wordsKey }) => {
    const title = t(key);
    return { to, title, words: wordsKey === undefined ? title : `${title} ${t(wordsKey)}` };
  });
  const items = all
    .filter(({ words }) => matchesWords(query, words))
    .map(({ to, title }): PaletteItem => ({ key: `actions:${to}`, kind: 'actions', title, note: '', to }));
  return { key: 'actions', items };
}

function useFinds(data: Parameters<typeof foundItems>[0] | undefined, isStale: boolean): PaletteSection[] {
  const { t } = useTranslation();
  const [nowMs] = useState(serverNowMs);
  const reader = { me: useMe(), t, formats: useFormats(), nowMs };
  if (data === undefined) return [];
  const found = foundItems(data, reader);
  return FIND_KINDS.map((kind) => ({ key: kind, items: found[kind], isStale }));
}

/** Read once: the list must not move while somebody chooses in it. */
function useRecent(): PaletteSection {
  const { id } = useMe();
  const [items] = useState(() => readRecent(id));
  return { key: 'recent', items };
}
