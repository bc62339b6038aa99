import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { showError } from '#shared/ui/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

interface CallMeta extends Record<string, unknown> {
  /** Whether the caller shows the failure itself: no toast. */
  ownError?: boolean;
  /** Whether the call works in the background: no progress bar. */
  quiet?: boolean;
}

const MAX_RETRIES = 2;

/**
 * Creates the cache of the server's data. Refusals (4xx) are final; calls with a lost connection are retried.
 */
export function createQueryClient(onUnauthenticated: () => void): QueryClient {
  function report(error: unknown, meta: CallMeta | undefined) {
    if (error instanceof ApiError && error.status === 401) onUnauthenticated();
    else if (meta?.ownError !== true) showError(error);
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        // A wrong password is a 401 too, and the sign-in form reports it itself.
        if (mutation.meta?.ownError !== true) report(error, mutation.meta);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
      },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
