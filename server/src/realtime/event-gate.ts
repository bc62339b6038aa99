import { CLIENT_EVENTS, type ClientEvent, type EventReply } from '@balloon/contracts/socket/events.ts';
import { unavailable } from '#database-away.ts';
import { ForbiddenError, InvalidInputError, ServiceError, ThrottledError } from '#errors.ts';
import { mayCall, refusal, type WhileConfined } from '#http/allow.ts';
import type { ClientEventHandlers, Listener } from '#realtime/client-events.ts';
import { type ClientSocket, letGo } from '#realtime/local-sockets.ts';
import { recheckSockets } from '#realtime/session-watch.ts';
import type { Services, User } from '#services.ts';

/** Most events of a page in a window; some are sent when it opens a screen. */
const EVENTS_PER_WINDOW = 60;
/** Events in a window above which no more answers are sent, because answers cost something too. */
const FLOOD_PER_WINDOW = 10 * EVENTS_PER_WINDOW;
const WINDOW_MS = 10_000;
/** Most rooms of a socket, far more than a person has open. */
const MAX_ROOMS = 200;

/**
 * Single entrance of client events, which must be declared in the contract, allowed to this person and valid.
 * Whatever is sent, the worst result is a refusal. Events of one socket are handled in turn, so that leaving
 * a room cannot overtake joining it.
 */
export function openGate(services: Services, socket: ClientSocket, handlers: ClientEventHandlers) {
  let turn: Promise<void> = Promise.resolve();
  const budget = newBudget();
  const arrivals = newBudget();
  // Hears everything that arrives, also under unknown names: a listener for each event would cost every socket its memory.
  socket.use(([event, ...sent]: unknown[]) => {
    if (!isWithin(arrivals, FLOOD_PER_WINDOW)) return void socket.disconnect(true);
    if (!isClientEvent(event)) return;
    // Typed clients send (payload, done); other clients may send anything.
    const done = sent.findLast((item) => typeof item === 'function');
    const payload = typeof sent[0] === 'function' ? undefined : sent[0];
    turn = turn.then(async () => {
      const reply = await admit(services, socket, handlers, event, payload, budget);
      done?.(reply);
      if (socket.data.user === null) comeBackSignedIn(socket);
    });
  });
}

const isClientEvent = (event: unknown): event is ClientEvent =>
  typeof event === 'string' && Object.hasOwn(CLIENT_EVENTS, event);

/**
 * Breaks the connection of a client without a session that asked for what needs one. The person may have
 * signed in since the handshake; the client then reconnects by itself with the session.
 */
const comeBackSignedIn = (socket: ClientSocket) => void setImmediate(() => socket.conn.close());

async function admit(
  services: Services,
  socket: ClientSocket,
  handlers: ClientEventHandlers,
  event: ClientEvent,
  payload: unknown,
  budget: Budget,
): Promise<EventReply> {
  try {
    if (!isWithin(budget, EVENTS_PER_WINDOW)) throw tooMany();
    const listener = await listenerOf(services, socket, event);
    const parsed = CLIENT_EVENTS[event].payload.safeParse(payload);
    if (!parsed.success) throw new InvalidInputError('INVALID_INPUT', parsed.error.message);
    const user = await confined(services, listener.user, event, parsed.data);
    const participant = await participantIn(services, user, event, parsed.data);
    await handlers[event]({ ...listener, user: participant }, parsed.data as never);
    // Whoever chose another part meanwhile was in no room yet, so that nothing else would break this connection.
    const { id } = await participantIn(services, user, event, parsed.data);
    if (id !== participant.id) letGo(socket);
    return { ok: true };
  } catch (error) {
    return { ok: false, code: codeOf(services, event, error) };
  }
}

interface Budget {
  sent: number;
  sinceMs: number;
}

const newBudget = (): Budget => ({ sent: 0, sinceMs: performance.now() });

/** Counts an event and returns whether the window's bound still holds. */
function isWithin(budget: Budget, bound: number): boolean {
  const nowMs = performance.now();
  if (nowMs - budget.sinceMs > WINDOW_MS) Object.assign(budget, { sent: 0, sinceMs: nowMs });
  budget.sent += 1;
  return budget.sent <= bound;
}

const tooMany = () => new ThrottledError('TOO_MANY_EVENTS', 'Slow down');

/** The person behind the socket by the current session, not as it was at the handshake. */
async function listenerOf(services: Services, socket: ClientSocket, event: ClientEvent): Promise<Listener> {
  await recheckSockets(services, [socket]);
  const { user } = socket.data;
  if (!socket.connected || !user) throw refusal(null);
  if (!mayCall(CLIENT_EVENTS[event].allow, user)) throw refusal(user);
  if (socket.rooms.size > MAX_ROOMS) throw tooMany();
  return { services, socket, user };
}

/** The person with the contests to which contest mode confines them. @throws {ForbiddenError} CONFINED */
async function confined({ confinement }: Services, user: User, event: ClientEvent, payload: object) {
  const contests = confinement.peek(user) ?? (await confinement.read(user));
  if (contests.length === 0) return user;
  const rule: EventRule = CLIENT_EVENTS[event];
  const contestId = 'contestId' in payload ? payload.contestId : undefined;
  const isHere = rule.whileConfined === 'contest' && contests.some(({ id }) => id === contestId);
  if (rule.whileConfined !== 'open' && !isHere)
    throw new ForbiddenError('CONFINED', 'Contest mode closes this');
  return { ...user, confinedTo: contests };
}

/** The account as which the person takes part in the contest of an event. @throws {ForbiddenError} TEAM_NOT_CHOSEN */
async function participantIn(services: Services, user: User, event: ClientEvent, payload: object) {
  const rule: EventRule = CLIENT_EVENTS[event];
  if (!rule.takesPart || !('contestId' in payload) || typeof payload.contestId !== 'number') return user;
  return services.heads.parts.participant(services.db, user, payload.contestId);
}

interface EventRule {
  allow: string;
  whileConfined?: WhileConfined;
  takesPart?: true;
}

function codeOf({ log }: Services, event: ClientEvent, error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  const away = unavailable(error, '');
  if (away) return away.code;
  log.error({ err: error, event }, 'an event of a client failed');
  return 'INTERNAL';
}
