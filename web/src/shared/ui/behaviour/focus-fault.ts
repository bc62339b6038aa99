/**
 * Moves to the first field that is marked as wrong, once it is.
 *
 * @param place selector of what contains the field
 */
export function focusFault(place = 'form'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`${place} [aria-invalid="true"]`)?.focus());
}
