import { later } from '#shared/ui/behaviour/after-screen.ts';

/**
 * Everything that floats over a screen. It is a tenth of the first scripts, and nobody opens a list before the screen is
 * drawn: until then its buttons are plain ones, which remember that they were pressed.
 */
export const floating = later(async () => {
  const parts = await import('#shared/ui/floating/parts.ts');
  parts.keepFocus();
  return parts;
});
