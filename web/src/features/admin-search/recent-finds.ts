import { FIND_KINDS, type FindKind, type PaletteItem } from '#features/admin-search/found-items.ts';
import { readStored, writeStored } from '#shared/api/browser/storage.ts';

const KEPT = 6;

/** Finds of a person on this machine, the last opened one first. */
export function readRecent(userId: number): PaletteItem[] {
  const stored = readStored<unknown>(storageName(userId), []);
  return Array.isArray(stored) ? stored.filter(isItem).slice(0, KEPT) : [];
}

/** Remembers what was opened; a screen that was opened before moves up. */
export function rememberFind(userId: number, { key, kind, title, note, to }: PaletteItem): void {
  const others = readRecent(userId).filter((one) => one.key !== key);
  writeStored(storageName(userId), [{ key, kind, title, note, to }, ...others].slice(0, KEPT));
}

/** Two people may share a browser. */
const storageName = (userId: number) => `admin_finds_${userId}`;

/** Storage may hold what another version or a person wrote. */
function isItem(value: unknown): value is PaletteItem {
  if (typeof value !== 'object' || value === null) return false;
  const { key, kind, title, note, to } = value as Record<string, unknown>;
  const areTexts = [key, title, note].every((text) => typeof text === 'string');
  if (!areTexts || !FIND_KINDS.includes(kind as FindKind)) return false;
  return typeof to === 'string' && /^\/(admin|contest|problems)\//.test(to);
}
