import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { uploads } from '#features/packages/packages.data.ts';
import type { Upload } from '#features/packages/upload-queue.ts';

/** The uploads under way and those that failed; they go on when another screen is visited. */
export function useUploads(): readonly Upload[] {
  const queryClient = useQueryClient();
  useEffect(() => {
    uploads.onArrival = () => void queryClient.invalidateQueries({ queryKey: ['imports'] });
  }, [queryClient]);
  return useSyncExternalStore(uploads.subscribe, uploads.current);
}

/** Asks before the page is closed or reloaded while it sends; what has arrived goes on without the page. */
function hold(event: BeforeUnloadEvent): void {
  if (uploads.current().some(({ state }) => state !== 'failed')) event.preventDefault();
}
addEventListener('beforeunload', hold);
