import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isBusy, isConnectionTrouble, pauseBeforeRetry } from '#shared/api/calls/sure-sending.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';

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
  /** Whether an answer counts until that very question is asked anew: reading everything again, as after a reconnection, leaves it. */
  lasting?: boolean;
}

const MAX_RETRIES = 2;
/** Retries of what a busy server refuses, after the pause that it asks for. */
const MAX_RETRIES_WHILE_BUSY = 6;

/**
 * Creates the cache of the server's data. Refusals (4xx) are final; calls are retried after a lost connection,
 * and when a busy server says after which time.
 */
export function createQueryClient(onUnauthenticated: () => void): QueryClient {
  function report(error: unknown, meta: CallMeta | undefined) {
    if (error instanceof ApiError && error.status === 401) onUnauthenticated();
    else if (isConfinement(error)) void client.invalidateQueries({ queryKey: ['me'] });
    else if (meta?.ownError !== true) showError(error);
  }
  const client = new LiveQueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        // A wrong password is a 401 too, and the sign-in form reports it itself.
        if (mutation.meta?.ownError === true) return;
        if (isConfinement(error)) showError(error);
        report(error, mutation.meta);
      },
    }),
    defaultOptions: {
      queries: {
        // Without a network, too: the service worker may have an answer.
        networkMode: 'offlineFirst',
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < (isBusy(error) ? MAX_RETRIES_WHILE_BUSY : MAX_RETRIES) && isConnectionTrouble(error),
        retryDelay: (failures, error) => pauseBeforeRetry(failures, error, 4_000),
      },
    },
  });
  return client;
}

/**
 * Reads again what was invalidated while it was read for the first time, since that answer may be older than the event. The
 * library itself lets such an answer count. Without filters all is read again but for answers that are to last.
 */
class LiveQueryClient extends QueryClient {
  readonly #toReadAgain = new WeakSet<Query>();

  override invalidateQueries<Key extends QueryKey>(
    filters: InvalidateQueryFilters<Key> = { predicate: isPassing },
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) this.#readAgain(query);
    return super.invalidateQueries(filters, options);
  }

  #readAgain(query: Query): void {
    const isFirst = query.state.data === undefined && query.state.fetchStatus === 'fetching';
    if (!isFirst || this.#toReadAgain.has(query)) return;
    this.#toReadAgain.add(query);
    const done = () => void this.#toReadAgain.delete(query);
    query.fetch().then(() => {
      done();
      void super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }, done);
  }
}

const isPassing = ({ meta, state }: Pick<Query, 'meta' | 'state'>) =>
  meta?.lasting !== true || state.data === undefined;

/** Whether contest mode has closed what was asked: the frame of the screens says so once it knows. */
const isConfinement = (error: unknown) => error instanceof ApiError && error.code === 'CONFINED';
