import { expect, test, vi } from 'vitest';
import { LiveSending } from '#features/queue/live-sending.ts';

const openSending = () => new LiveSending({ on: () => () => {} } as never);

/** Something that is being stored until it is told to end. */
function stored() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { store: () => promise, end: () => resolve('stored') };
}

/** Notes when what waits goes on. */
function lettingFirst(sending: LiveSending) {
  const state = { hasGone: false };
  const gone = sending.letFirst().then(() => {
    state.hasGone = true;
  });
  return { state, gone };
}

test('what nobody waits for begins at once while nothing is being stored', async () => {
  await openSending().letFirst();
});

test('what nobody waits for lets all go first that is being stored, also what fails', async () => {
  using sending = openSending();
  const [one, other] = [stored(), Promise.withResolvers<string>()];
  const first = sending.first(one.store);
  const failing = sending.first(() => other.promise);
  const { state, gone } = lettingFirst(sending);

  one.end();
  expect(await first).toBe('stored');
  expect(state.hasGone).toBe(false);
  other.reject(new Error('refused'));
  await expect(failing).rejects.toThrow('refused');
  await gone;
});

test('what nobody waits for does not wait for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    using sending = openSending();
    const one = stored();
    void sending.first(one.store);
    const { state, gone } = lettingFirst(sending);
    await vi.advanceTimersByTimeAsync(99);
    expect(state.hasGone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await gone;
  } finally {
    vi.useRealTimers();
  }
});
