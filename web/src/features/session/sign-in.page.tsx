/** Placeholder until the screen itself arrives. */
export function Component() {
  return null;
}
