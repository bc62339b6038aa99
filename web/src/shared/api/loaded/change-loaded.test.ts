import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { createQueryClient } from '#shell/query-client.ts';

test('an answer that was asked for before a change does not bring the former state back', async () => {
  const client = createQueryClient(() => {});
  const answers: ((answer: string) => void)[] = [];
  const queryKey = ['servers'];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver<string>(client, { queryKey, queryFn, staleTime: 0 });
  const shown: (string | undefined)[] = [];
  const leave = observer.subscribe(({ data }) => shown.at(-1) !== data && shown.push(data));
  answers[0]?.('running');
  await expect.poll(() => shown.at(-1)).toBe('running');

  void observer.refetch(); // repeated every few seconds by such screens
  changeLoaded(client, queryKey, 'paused');
  answers[1]?.('running');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.('paused, by Anna');
  await expect.poll(() => shown.at(-1)).toBe('paused, by Anna');
  expect(shown).toEqual(['running', 'paused', 'paused, by Anna']);
  leave();
});
