/** Key by its place on the keyboard for letters, so that shortcuts work in the Russian layout too. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (event.key === '?' || event.key === '/') return event.key;
  if (event.code === 'Slash') return event.shiftKey ? '?' : '/';
  return event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key;
}

/** Whether keys belong to a field, an open dialog, or a form that takes them again when it has been saved. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], form[aria-busy="true"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select') !== null)
  );
}
