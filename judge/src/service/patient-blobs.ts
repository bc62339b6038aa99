import { type BackOff, createBackOff } from '@balloon/worker/waiting.ts';
import { AwayError } from '@balloon/worker/web-calls.ts';
import type { BlobCache } from '#cache/blob-cache.ts';

/**
 * Makes a cache whose source may be unavailable for a while: waits until it is back, or until the blob is not needed
 * any more.
 */
export function patientBlobs(cache: BlobCache): BlobCache {
  return {
    maxBytes: cache.maxBytes,
    ...(cache.knows && { knows: cache.knows }),
    ...(cache.adopt && { adopt: cache.adopt }),
    async hold(sha256, bytes, signal) {
      let backOff: BackOff | null = null;
      for (;;) {
        try {
          return await cache.hold(sha256, bytes, signal);
        } catch (error) {
          if (!(error instanceof AwayError)) throw error;
          backOff ??= createBackOff();
          await backOff.pause(signal);
        }
      }
    },
  };
}
