import type { Services } from '#services.ts';

/** Notifies every socket of this process of languages that changed: which ones a site offers is no secret. */
export function tellLanguageEvents({ announcements, sockets }: Services): () => void {
  return announcements.on('languages.changed', (change) => sockets.emitToAll('languages changed', change));
}
