/**
 * Moves to the first field that is marked as wrong, once it is, and once its form takes something in again.
 *
 * @param place selector of what contains the field
 */
export function focusFault(place = 'form'): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`${place} [aria-invalid="true"]`);
    if (field?.closest('[inert]')) focusFault(place);
    else field?.focus();
  });
}
