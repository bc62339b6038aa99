import type { EventReply } from '@balloon/contracts/socket/events.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveRooms, type Room } from '#shared/api/live/live-rooms.ts';

const CONTEST: Room = {
  event: 'contest.join',
  leave: 'contest.left',
  payload: { contestId: 1 },
  keys: [['contest', 1]],
};
const SOLUTIONS: Room = {
  event: 'solutions.listen',
  leave: 'solutions.stopListen',
  payload: {},
  keys: [['mine']],
};
const TABLE: Room = { event: 'table.watch', leave: 'table.unwatch', payload: {} };

let answers: ((reply: EventReply) => void)[];
const readAgain = vi.fn();
let isOpen: boolean;
let rooms: LiveRooms;
const answer = async (reply: EventReply) => {
  answers.shift()?.(reply);
  await vi.advanceTimersByTimeAsync(0);
};
const OK = { ok: true };
const refusal = (code: string) => ({ ok: false, code });

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  isOpen = true;
  readAgain.mockReset();
  rooms = new LiveRooms({
    ask: (_event, _payload, onReply) => void answers.push(onReply),
    tell: () => {},
    isOpen: () => isOpen,
    isLeaving: () => false,
    readAgain,
  });
});
afterEach(() => void vi.useRealTimers());

test('what a room keeps current is read again once it is joined over an open connection', async () => {
  rooms.enter('contest', CONTEST);
  rooms.enter('solutions', SOLUTIONS);
  await answer(OK);
  expect(readAgain).not.toHaveBeenCalled(); // the screen is read once, not once for each of its rooms
  await answer(OK);
  expect(readAgain.mock.calls).toEqual([[['contest', 1]], [['mine']]]);
});

test('who comes back to a room that nobody needed meanwhile has missed its events', async () => {
  const leave = rooms.enter('contest', CONTEST);
  await answer(OK);
  leave();
  rooms.enter('contest', CONTEST);
  await answer(OK);
  expect(readAgain).toHaveBeenCalledTimes(2);
});

test('a second component of a joined room reads nothing', async () => {
  rooms.enter('contest', CONTEST);
  await answer(OK);
  rooms.enter('contest', CONTEST);
  expect(answers).toHaveLength(0);
  expect(readAgain).toHaveBeenCalledTimes(1);
});

test('rooms of a new connection are left to whoever opened it', async () => {
  isOpen = false;
  rooms.enter('contest', CONTEST);
  isOpen = true;
  const all = rooms.joinAll();
  await answer(OK);
  await all;
  expect(readAgain).not.toHaveBeenCalled();
});

test('a room that was refused for the moment is read when it is joined at last', async () => {
  isOpen = false;
  rooms.enter('contest', CONTEST);
  isOpen = true;
  const all = rooms.joinAll();
  await answer(refusal('DATABASE_AWAY'));
  await all;
  await vi.advanceTimersByTimeAsync(5_000);
  await answer(OK);
  expect(readAgain.mock.calls).toEqual([[['contest', 1]]]);
});

test('a room that was refused for good is asked for again in another phase, once', async () => {
  rooms.enter('table', TABLE);
  await answer(refusal('CONTEST_NOT_STARTED'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(0);
  rooms.joinRefused();
  await answer(OK);
  rooms.joinRefused();
  expect(answers).toHaveLength(0);
});

test('an answer that a lost connection swallowed holds up no reading over the next one', async () => {
  rooms.enter('table', TABLE);
  rooms.noteLost();
  answers = [];
  rooms.enter('contest', CONTEST);
  await answer(OK);
  expect(readAgain).toHaveBeenCalledTimes(1);
});
