import type { BlobCache } from '#blob-cache.ts';
import { createBackOff } from '#service/back-off.ts';
import { AwayError } from '#service/judge-api.ts';

/** A cache whose source may be away for a while: waits until it is back, or until nobody wants the blob any more. */
export function patientBlobs(cache: BlobCache): BlobCache {
  return {
    async hold(sha256, bytes, signal) {
      const backOff = createBackOff();
      for (;;) {
        try {
          return await cache.hold(sha256, bytes, signal);
        } catch (error) {
          if (!(error instanceof AwayError)) throw error;
          await backOff.pause(signal);
        }
      }
    },
  };
}
