import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { uploadQuery } from '#features/packages/unfinished.data.ts';

const ADDRESS = '/api/admin/contests/import/uploads';

afterEach(() => vi.unstubAllGlobals());

/** Server that knows an upload until it is told to forget it. */
function startServer(storedSha256: string | null) {
  let isThere = true;
  const asked = vi.fn(async () =>
    isThere
      ? Response.json({ id: 5, fileName: 'cup.zip', sizeBytes: 9, storedSha256 })
      : Response.json({ error: { code: 'UPLOAD_NOT_FOUND', description: '' } }, { status: 404 }),
  );
  vi.stubGlobal('fetch', asked);
  const forget = () => {
    isThere = false;
  };
  return { asked, forget };
}

test('an archive that has arrived is asked for once, also when a connection comes back after its import', async () => {
  const { asked, forget } = startServer('a'.repeat(64));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = new QueryObserver(queryClient, uploadQuery(ADDRESS, 5));
  const leave = screen.subscribe(() => {});
  await vi.waitUntil(() => screen.getCurrentResult().isSuccess);

  forget();
  await queryClient.invalidateQueries(); // the socket does so when it is back

  expect([asked.mock.calls.length, screen.getCurrentResult().error]).toEqual([1, null]);
  leave();
});

test('an archive that still arrives is asked for again', async () => {
  const { asked } = startServer(null);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = new QueryObserver(queryClient, uploadQuery(ADDRESS, 5));
  const leave = screen.subscribe(() => {});
  await vi.waitUntil(() => screen.getCurrentResult().isSuccess);

  await queryClient.invalidateQueries();

  expect(asked).toHaveBeenCalledTimes(2);
  leave();
});
