import { useSyncExternalStore } from 'react';
import { type SendPackage, type Upload, UploadQueue } from '#features/packages/upload-queue.ts';

/** Makes the queue of a page, which asks before it is closed or reloaded while it sends. */
export function createUploads<Result>(send: SendPackage<Result>): UploadQueue<Result> {
  const queue = new UploadQueue(send);
  addEventListener('beforeunload', (event) => {
    if (queue.current().some(({ state }) => state !== 'failed')) event.preventDefault();
  });
  return queue;
}

/** The uploads under way and those that failed; they go on when another screen is visited. */
export function useUploads(queue: Pick<UploadQueue<unknown>, 'subscribe' | 'current'>): readonly Upload[] {
  return useSyncExternalStore(queue.subscribe, queue.current);
}
