import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { openKeyboardHelp } from '#shell/keyboard-help.tsx';

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200;

/** Where `g` and a second key lead; inside a contest also to its screens. */
export function shortcutPath(key: string, contestId: string | undefined): string | undefined {
  if (key === 'c') return '/contests';
  if (contestId === undefined) return undefined;
  const screens: Record<string, string> = { p: 'problems', t: 'table', s: 'solutions/my', m: 'messages' };
  const screen = screens[key];
  return screen && `/contest/${contestId}/${screen}`;
}

/** The keys that work on every screen; silent while somebody types or a dialog is open. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { contestId } = useParams();
  const waitsUntilMs = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const key = keyOf(event);
    const isSecond = performance.now() < waitsUntilMs.current;
    waitsUntilMs.current = key === 'g' ? performance.now() + PAIR_MS : 0;
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

/** By place on the keyboard for letters, so that the keys work in the Russian layout too. */
function keyOf(event: KeyboardEvent): string {
  if (event.key === '?' || event.key === '/') return event.key;
  if (event.code === 'Slash') return event.shiftKey ? '?' : '/';
  return event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key;
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (search === null) return;
  event.preventDefault();
  search.focus();
  search.select();
}
