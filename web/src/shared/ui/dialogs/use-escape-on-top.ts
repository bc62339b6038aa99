import { useEffect, useEffectEvent } from 'react';
import { isAsking } from '#shared/ui/dialogs/confirm.tsx';

/**
 * Closes a dialog by Escape, but only while no menu or dialog that was opened from it lies above. The library's
 * dialogs all listen at the window, so one press would close every one of them: use it with `closeOnEscape={false}`.
 */
export function useEscapeOnTop(onClose: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isAsking() && openLayers() === 1) onClose();
  });
  useEffect(() => {
    // Registered before the dialogs above exist, so it runs before their own listeners close them. Questions have one
    // from the start of the page.
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** Number of visible menus and dialogs. */
function openLayers(): number {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].filter((layer) => layer.checkVisibility()).length;
}
