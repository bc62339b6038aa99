import { expect, test, vi } from 'vitest';

const dialog = { ownId: 1, peerId: 2 };

/** The outbox as a page has it that was just loaded. */
async function openPage() {
  vi.resetModules();
  return import('#features/chat/outbox.ts');
}

test('a message that was refused waits for its author, also in later visits', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const first = await openPage();
  first.addUnsent(dialog, { key: 'a', text: 'refused', writtenAtMs: 1 });
  first.addUnsent(dialog, { key: 'b', text: 'waits', writtenAtMs: 2 });
  first.noteUnsent(dialog, 'a', { state: 'refused', error: null });
  first.noteUnsent(dialog, 'b', { state: 'waiting', error: null });

  const later = await openPage();
  expect(later.listOf(dialog).map(({ state }) => state)).toEqual(['refused', 'sending']);
  later.noteUnsent(dialog, 'a', { state: 'sending', error: null });
  expect((await openPage()).listOf(dialog).map(({ state }) => state)).toEqual(['sending', 'sending']);
  vi.unstubAllGlobals();
});
