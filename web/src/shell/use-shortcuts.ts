import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isTyping, keyOf } from '#shared/ui/behaviour/page-keys.ts';
import { openKeyboardHelp } from '#shell/keyboard-help.tsx';

/** Maximum time between the two keys of a pair, in milliseconds. */
const PAIR_MS = 1_200;

/** Target of `g` and a second key; inside a contest also its screens. */
export function shortcutPath(key: string, contestId: string | undefined): string | undefined {
  if (key === 'c') return '/contests';
  if (contestId === undefined) return undefined;
  const screens: Record<string, string> = { p: 'problems', t: 'table', s: 'solutions/my', m: 'messages' };
  const screen = screens[key];
  return screen && `/contest/${contestId}/${screen}`;
}

/** Handles the shortcuts of every screen; ignored while the person types or a dialog is open. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { contestId } = useParams();
  const waitsUntilMs = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const key = keyOf(event);
    // The time at which it was pressed: a slow page hears of it later.
    const isSecond = event.timeStamp < waitsUntilMs.current;
    waitsUntilMs.current = key === 'g' ? event.timeStamp + PAIR_MS : 0;
    if (isSecond) {
      const path = shortcutPath(key, contestId);
      if (path !== undefined) void navigate(path);
      return;
    }
    if (key === '?') openKeyboardHelp();
    if (key === '/') focusSearch(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (search === null) return;
  event.preventDefault();
  search.focus();
  search.select();
}
