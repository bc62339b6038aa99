import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#shell/query-client.ts';

test('what changes while it is read for the first time is read again, once, after the answer', async () => {
  const client = createQueryClient(() => {});
  const answers: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const queryKey = ['contest', 1, 'cell'];
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const leave = observer.subscribe(() => {});

  void client.invalidateQueries({ queryKey: ['contest', 1] });
  void client.invalidateQueries({ queryKey });
  expect(answers).toHaveLength(1);
  answers[0]?.('as of before');
  await expect.poll(() => answers.length).toBe(2);
  expect(client.getQueryData(queryKey)).toBe('as of before');
  answers[1]?.('as of now');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('as of now');
  expect(answers).toHaveLength(2);
  leave();
});

test('reading everything again leaves an answer that is to last, until it is asked for by its key', async () => {
  const queryClient = createQueryClient(() => {});
  let answer = 0;
  const queryFn = async () => (answer += 1);
  const leave = new QueryObserver(queryClient, {
    ...{ queryKey: ['ceremony', 1], queryFn, staleTime: Number.POSITIVE_INFINITY, meta: { lasting: true } },
  }).subscribe(() => {});
  await vi.waitFor(() => expect(queryClient.getQueryData(['ceremony', 1])).toBe(1));

  await queryClient.invalidateQueries();
  expect(queryClient.getQueryState(['ceremony', 1])).toMatchObject({ data: 1, isInvalidated: false });
  await queryClient.invalidateQueries({ queryKey: ['ceremony'] });
  expect(queryClient.getQueryData(['ceremony', 1])).toBe(2);
  leave();
});
