import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { meQuery } from '#shared/api/queries/session.ts';
import { keyOf } from '#shared/ui/behaviour/page-keys.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** Opens the search over everything by Ctrl-K or Cmd-K, for supervisors, also out of a field. */
export function usePaletteKey(): void {
  const queryClient = useQueryClient();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event) || event.defaultPrevented || isInEditor(event.target)) return;
    if (queryClient.getQueryData(meQuery.queryKey)?.isSupervisor !== true) return;
    event.preventDefault();
    if (document.querySelector('[role="dialog"]') === null) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Opens the search, which is loaded when it is first needed. */
export function open(): void {
  import('#features/admin-search/open-palette.tsx').then(({ openPalette }) => openPalette()).catch(showError);
}

/** Whether this is the key of the search; Ctrl-K cuts the rest of a line on Apple's machines. */
export function isPaletteKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): boolean {
  const isMod = IS_APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return isMod && !event.altKey && !event.shiftKey && keyOf(event) === 'k';
}

const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
/** The keys as they are printed on this machine's keyboard. */
export const PALETTE_KEYS = IS_APPLE ? ['⌘', 'K'] : ['Ctrl', 'K'];

/** Editors of code and of rich text have this key for themselves. */
const isInEditor = (target: EventTarget | null) => target instanceof HTMLElement && target.isContentEditable;
