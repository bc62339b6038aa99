import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
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
