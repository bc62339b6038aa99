import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectSocket, disconnectSocket } from '#shared/api/live/socket.ts';

const { io } = vi.hoisted(() => ({ io: vi.fn() }));
vi.mock('socket.io-client', () => ({ io }));
const page = { addEventListener: () => {}, removeEventListener: () => {} };
beforeEach(() => {
  for (const [name, value] of Object.entries({ ...page, document: page })) vi.stubGlobal(name, value);
});
afterEach(() => {
  disconnectSocket();
  io.mockReset();
  vi.unstubAllGlobals();
});

test('who signs out before the connection has begun leaves none to the next person', async () => {
  io.mockReturnValue({ on: () => {}, disconnect: () => {} });
  const queryClient = new QueryClient();
  const ofFormer = connectSocket(queryClient);
  disconnectSocket();
  await ofFormer;
  expect(io).not.toHaveBeenCalled();
  await Promise.all([connectSocket(queryClient), connectSocket(queryClient)]);
  expect(io).toHaveBeenCalledTimes(1);
});
