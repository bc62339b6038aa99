import { expect, test } from 'vitest';
import type { ChosenPackage } from '#features/packages/chosen-packages.ts';
import { type SendPackage, speedOf, UploadQueue } from '#features/packages/upload-queue.ts';

const archive = (name: string): ChosenPackage => {
  const file = new File(['PK'], name, { lastModified: 1 });
  return { name, files: [{ path: name, file }], isFolder: false };
};

/** Queue whose packages arrive when the test says so. */
function startQueue() {
  const sent: { name: string; arrive: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const send: SendPackage<{ importId: number }> = ({ name }, _target, { signal }) =>
    new Promise((resolve, reject) => {
      sent.push({ name, arrive: () => resolve({ importId: 1 }), fail: reject, signal });
    });
  return { queue: new UploadQueue(send), sent, settle: () => new Promise((resolve) => setTimeout(resolve)) };
}
const shown = (queue: Pick<UploadQueue<unknown>, 'current'>) =>
  queue.current().map(({ name, state }) => `${name} ${state}`);

test('packages are sent one after the other, and a failed one does not hold up the others', async () => {
  const { queue, sent, settle } = startQueue();
  let arrivals = 0;
  queue.onArrival = () => {
    arrivals += 1;
  };
  expect(queue.add([archive('a.zip'), archive('b.zip')], null)).toBe(0);
  expect(shown(queue)).toEqual(['a.zip sending', 'b.zip waiting']);
  sent[0]?.fail(new Error('no line'));
  await settle();
  expect(shown(queue)).toEqual(['a.zip failed', 'b.zip sending']);
  sent[1]?.arrive();
  await settle();
  expect(shown(queue)).toEqual(['a.zip failed']);
  queue.retry(queue.current()[0]?.id ?? 0);
  sent[2]?.arrive();
  await settle();
  expect([shown(queue), arrivals]).toEqual([[], 2]);
});

test('the same file is not sent twice at a time', () => {
  const { queue } = startQueue();
  queue.add([archive('a.zip')], null);
  expect(queue.add([archive('a.zip'), archive('b.zip')], null)).toBe(1);
  expect(shown(queue)).toEqual(['a.zip sending', 'b.zip waiting']);
});

test('a cancelled upload stops and leaves the list', async () => {
  const { queue, sent, settle } = startQueue();
  queue.add([archive('a.zip'), archive('b.zip')], 7);
  queue.cancel(queue.current()[0]?.id ?? 0);
  expect(sent[0]?.signal.aborted).toBe(true);
  sent[0]?.fail(new DOMException('stopped', 'AbortError'));
  await settle();
  expect(shown(queue)).toEqual(['b.zip sending']);
  expect(queue.current()[0]?.target).toBe(7);
});

test('the speed is that of the last seconds', () => {
  expect(speedOf([{ atMs: 0, bytes: 10 }])).toBeNull();
  const samples = [0, 1, 2, 3, 4, 5, 6].map((second) => ({
    atMs: second * 1000,
    bytes: second < 2 ? 0 : (second - 2) * 500,
  }));
  expect(speedOf(samples)).toBe(500);
});
