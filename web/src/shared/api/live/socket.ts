import type { TableRows } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type {
  ClientEvent,
  ClientToServerEvents,
  ServerToClientEvents,
} from '@balloon/contracts/socket/events.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenQuiet } from '#shared/api/browser/when-idle.ts';
import { LiveRooms } from '#shared/api/live/live-rooms.ts';
import { measureServerClock, noteServerTime } from '#shared/api/live/server-clock.ts';

/**
 * The one live connection of the page.
 *
 * Components declare the rooms they need (`useContestRoom`, `useSolutionsRoom`) and the events they watch
 * (`useSocketEvent`); rooms are counted, so two components may need the same one. What a room keeps current is fetched
 * again once it is joined, and after a lost connection everything on the screen, since the missed events are unknown.
 * A laptop that wakes or changes its network may hold a dead connection: it sends a request, and without an
 * answer reconnects.
 */
export type SocketState = 'connecting' | 'on' | 'off';
/** Part of the live table of a contest. */
export type LiveTable = TableRows['table'];
type Events = ServerToClientEvents;
/** Beginnings of the keys of what events keep current, but for dialogs, which say what they need. */
const LIVE_KEYS = [['contest'], ['user', 'solutions'], ['admin', 'contests'], ['people']];
const REJOIN_MS = 500;
/** After a restart every page of a hall comes back together: their fetches are spread over this time. */
const CATCH_UP_WITHIN_MS = 3_000;
/**
 * Pauses before connecting again: the first lasts 1 to 3 s, by chance, so that a hall comes back apart; later ones
 * double. The longest is below the 10 s in which the server counts connections of a network, so that those whom it
 * refuses soon have their turn.
 */
const RECONNECTING = { reconnectionDelay: 2_000, reconnectionDelayMax: 6_000, randomizationFactor: 0.5 };
const REPLY_WITHIN_MS = 10_000;
/** Shorter than the library's own detection, which takes up to 45 s. */
const SIGN_OF_LIFE_WITHIN_MS = 4_000;

let socket: Socket<Events, ClientToServerEvents> | null = null;
let state: SocketState = 'connecting';
/**
 * Whether the person signs out now: the server closes the connection before it answers, and refuses what is asked for
 * meanwhile.
 */
let isLeaving = false;
/** Number of connections that were ended: what was begun before the last end opens none, since another person may be here. */
let ended = 0;
let library: Promise<typeof import('socket.io-client')> | null = null;
const stateWatchers = new Set<() => void>();
const listeners = new Map<keyof Events, Set<(payload: never) => void>>();
let readAgain: (queryKey: QueryKey) => void = () => {};
const rooms = new LiveRooms({
  // Every room has its own payload, which the library's types cannot follow.
  ask: (event, payload, onReply) => void (socket as Socket | null)?.emit(event, payload, onReply),
  tell: (event, payload) => void (socket as Socket | null)?.emit(event, payload),
  isOpen: () => socket?.connected === true,
  isLeaving: () => isLeaving,
  readAgain: (queryKey) => readAgain(queryKey),
});

/** Opens the connection of the signed-in person. The library is loaded after the first screen and what is read on it. */
export async function connectSocket(queryClient: QueryClient): Promise<void> {
  if (socket !== null) return;
  const begunAfter = ended;
  await whenQuiet();
  library ??= untilLoaded(() => import('socket.io-client'));
  const { io } = await library;
  if (socket !== null || ended !== begunAfter) return;
  const opened: Socket<Events, ClientToServerEvents> = io({
    transports: ['websocket', 'polling'],
    ...RECONNECTING,
  });
  socket = opened;
  readAgain = (queryKey) => void queryClient.invalidateQueries({ queryKey });
  let wasConnected = false;
  opened.on('connect', () => {
    setState('on');
    if (wasConnected) setTimeout(() => catchUp(queryClient), REJOIN_MS);
    else void rooms.joinAll().then(() => refreshLive(queryClient));
    wasConnected = true;
  });
  opened.on('disconnect', (reason) => {
    setState('off');
    rooms.noteLost();
    // The server disconnects only when the session has ended: the next answers lead to the sign-in form.
    if (reason === 'io server disconnect' && !isLeaving) void queryClient.invalidateQueries();
  });
  opened.on('connect_error', () => setState('off'));
  opened.on('server started', ({ nowMs }) => noteServerTime(nowMs));
  for (const event of listeners.keys()) relay(event);
  addEventListener('online', checkLine);
  document.addEventListener('visibilitychange', checkLine);
}

/** Checks the connection when the page is shown again or the network has changed. */
function checkLine(): void {
  if (socket === null || document.visibilityState === 'hidden') return;
  const room = rooms.any();
  if (!socket.connected || room === undefined) return;
  const { engine } = socket.io;
  const { event, payload }: { event: ClientEvent; payload: object } = room;
  const answer = socket.timeout(SIGN_OF_LIFE_WITHIN_MS).emitWithAck(event, payload);
  answer.catch(() => engine.close());
}

/** Says whether the person signs out now, so that neither the end of the connection nor its start leads to reading anything again. */
export function setLeaving(isNow: boolean): void {
  isLeaving = isNow;
}

/** Closes the connection, so that the next person on this machine gets their own. */
export function disconnectSocket(): void {
  ended += 1;
  socket?.disconnect();
  removeEventListener('online', checkLine);
  document.removeEventListener('visibilitychange', checkLine);
  socket = null;
  isLeaving = false;
  rooms.clear();
  setState('connecting');
}

/** Fetches again what a new page shows that was fetched before it joined the rooms: changes of that moment sent it no event. */
function refreshLive(queryClient: QueryClient): void {
  if (isLeaving) return;
  for (const queryKey of LIVE_KEYS) void queryClient.invalidateQueries({ queryKey });
}

/** Rooms are joined first: what changes between that and the fetch is told by events. */
function catchUp(queryClient: QueryClient): void {
  void rooms.joinAll();
  setTimeout(() => {
    void measureServerClock();
    if (!isLeaving) void queryClient.invalidateQueries();
  }, Math.random() * CATCH_UP_WITHIN_MS);
}

/** Asks again for the rooms that were refused: the contest has come to another phase. */
export const joinRefused = () => rooms.joinRefused();

/** Calls the handler on each such event while the component is mounted. */
export function useSocketEvent<Event extends keyof Events>(event: Event, handler: Events[Event]): void {
  const onEvent = useEffectEvent((payload: never) => (handler as (payload: never) => void)(payload));
  useEffect(() => {
    const listener = (payload: never) => onEvent(payload);
    const known = listeners.get(event);
    if (known) known.add(listener);
    else {
      listeners.set(event, new Set([listener]));
      relay(event);
    }
    return () => void listeners.get(event)?.delete(listener);
  }, [event]);
}

/** Registers a single library listener per event, which passes the payload to the current watchers. */
function relay(event: keyof Events): void {
  const handOn = (payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never);
  };
  socket?.on(event, handOn as Events[typeof event]);
}

export function useSocketState(): SocketState {
  return useSyncExternalStore(watchState, () => state);
}

function watchState(onChange: () => void): () => void {
  stateWatchers.add(onChange);
  return () => void stateWatchers.delete(onChange);
}

function setState(newState: SocketState): void {
  state = newState;
  for (const notify of stateWatchers) notify();
}

/** Receives the contest's events (solutions, messages, its own changes) while the component is mounted. */
export function useContestRoom(contestId: number): void {
  useEffect(() => {
    const payload = { contestId, tableUpdates: false };
    const room = { event: 'contest.join', leave: 'contest.left', payload } as const;
    return rooms.enter(`contest ${contestId}`, { ...room, keys: [['contest', contestId]] });
  }, [contestId]);
}

/**
 * Calls the handler when the table of a contest has changed, about once a second, while the component is mounted and the
 * page is in the contest's room; null: of none.
 *
 * @param onJoined called when the server tells from now on
 */
export function useTableUpdates(contestId: number | null, onUpdate: () => void, onJoined?: () => void): void {
  const whenJoined = useEffectEvent(() => onJoined?.());
  useEffect(() => {
    if (contestId === null) return;
    const room = { event: 'table.listen', leave: 'table.stopListen', payload: { contestId } } as const;
    return rooms.enter(`table updates ${contestId}`, { ...room, onJoined: () => whenJoined() });
  }, [contestId]);
  useSocketEvent('table update', (update) => {
    if (update.contestId === contestId) onUpdate();
  });
}

/** Receives what changes in a part of the live table while the component is mounted; null: in none. */
export function useTableRoom(table: LiveTable | null): void {
  const wanted = table && JSON.stringify(table);
  useEffect(() => {
    if (wanted === null) return;
    const room = { event: 'table.watch', leave: 'table.unwatch', payload: JSON.parse(wanted) } as const;
    return rooms.enter(`table ${wanted}`, room);
  }, [wanted]);
}

/** Receives the state of a contest for its control screen while the component is mounted; for its supervisors. */
export function useControlRoom(contestId: number): void {
  useEffect(() => {
    const room = { event: 'control.listen', leave: 'control.stopListen', payload: { contestId } } as const;
    return rooms.enter(`control ${contestId}`, { ...room, keys: [['admin', 'contests', contestId, 'live']] });
  }, [contestId]);
}

/** Says that a supervisor has a solution open (null: only the list), and receives who else has, while the component is mounted. */
export function useDeskRoom(contestId: number, solutionId: number | null): void {
  useEffect(() => {
    const payload = { contestId, solutionId };
    const room = { event: 'desk.listen', leave: 'desk.stopListen', payload } as const;
    return rooms.enter(`desk ${contestId} ${solutionId ?? 'list'}`, room);
  }, [contestId, solutionId]);
}

/** Hears when balloons of a contest changed while the component is mounted; for those who carry them. */
export function useBalloonRoom(contestId: number): void {
  useEffect(() => {
    const room = { event: 'balloons.listen', leave: 'balloons.stopListen', payload: { contestId } } as const;
    return rooms.enter(`balloons ${contestId}`, { ...room, keys: [['contest', contestId, 'balloons']] });
  }, [contestId]);
}

/** Receives events of the person's own solutions; supervisors receive those of all. */
export function useSolutionsRoom(): void {
  useEffect(() => {
    const room = { event: 'solutions.listen', leave: 'solutions.stopListen', payload: {} } as const;
    return rooms.enter('solutions', { ...room, keys: [['user', 'solutions']] });
  }, []);
}

/** Receives events of the person's dialog with the supervisors; supervisors receive those of all dialogs. */
export function useChatRoom(onJoined: () => void): void {
  const whenJoined = useEffectEvent(onJoined);
  useEffect(() => {
    const room = { event: 'chat.listen', leave: 'chat.stopListen', payload: {} } as const;
    return rooms.enter('chat', { ...room, onJoined: () => whenJoined() });
  }, []);
}

/** Sends a momentary event: without a connection it is lost. */
export async function emitEvent(event: ClientEvent, payload: object): Promise<{ ok: boolean }> {
  if (!socket?.connected) return { ok: false };
  return socket.timeout(REPLY_WITHIN_MS).emitWithAck(event, payload);
}

/** Receives the log of the server, which only admins may do, while the component is mounted. */
export function useConsoleRoom(): void {
  useEffect(
    () =>
      rooms.enter('console', { event: 'console.listenLogs', leave: 'console.stopListenLogs', payload: {} }),
    [],
  );
}

/** Receives whose accounts other supervisors have changed while the component is mounted. */
export function usePeopleRoom(): void {
  useEffect(() => {
    const room = { event: 'people.listen', leave: 'people.stopListen', payload: {} } as const;
    return rooms.enter('people', { ...room, keys: [['people']] });
  }, []);
}
