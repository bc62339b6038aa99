import { CLIENT_EVENTS, type ClientEvent } from '@balloon/contracts/events.ts';
import { isDatabaseAway } from '#database-away.ts';
import { InvalidInputError, ServiceError, ThrottledError, UnauthenticatedError } from '#errors.ts';
import { mayCall } from '#http/allow.ts';
import { CLIENT_EVENT_HANDLERS, type Listener } from '#realtime/client-events.ts';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import { recheckSockets } from '#realtime/session-watch.ts';
import type { Services } from '#services.ts';

/** A page sends some when it opens a screen; more than this in a window is no page. */
const EVENTS_PER_WINDOW = 60;
/** Who sends as many gets no more answers, because answers cost something too. */
const FLOOD_PER_WINDOW = 10 * EVENTS_PER_WINDOW;
const WINDOW_MS = 10_000;
/** Far more than a person has open. */
const MAX_ROOMS = 200;

export interface EventReply {
  ok: boolean;
  code?: string;
}

/**
 * The one place where events of clients come in: declared in the contract, allowed to this person, shaped as the
 * contract says. Whatever is sent, the worst is a refusal. Events of one socket take their turns, so that a
 * leaving cannot overtake its joining.
 */
export function openGate(services: Services, socket: ClientSocket) {
  let turn: Promise<void> = Promise.resolve();
  const budget = newBudget();
  const arrivals = newBudget();
  // Everything that arrives, also under names that nobody listens to and before its turn.
  socket.use((_event, next) => {
    if (isWithin(arrivals, FLOOD_PER_WINDOW)) next();
    else socket.disconnect(true);
  });
  for (const event of Object.keys(CLIENT_EVENTS) as ClientEvent[]) {
    // Typed clients send (payload, done); anybody else sends what they like.
    socket.on(event, (...sent: unknown[]) => {
      const done = sent.findLast((item) => typeof item === 'function');
      const payload = typeof sent[0] === 'function' ? undefined : sent[0];
      turn = turn.then(async () => {
        const reply = await admit(services, socket, event, payload, budget);
        done?.(reply);
      });
    });
  }
}

async function admit(
  services: Services,
  socket: ClientSocket,
  event: ClientEvent,
  payload: unknown,
  budget: Budget,
): Promise<EventReply> {
  try {
    if (!isWithin(budget, EVENTS_PER_WINDOW)) throw tooMany();
    const listener = await listenerOf(services, socket, event);
    const parsed = CLIENT_EVENTS[event].payload.safeParse(payload);
    if (!parsed.success) throw new InvalidInputError('INVALID_INPUT', parsed.error.message);
    await CLIENT_EVENT_HANDLERS[event](listener, parsed.data as never);
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

/** Counts one more and says whether the window's bound still holds. */
function isWithin(budget: Budget, bound: number): boolean {
  const nowMs = performance.now();
  if (nowMs - budget.sinceMs > WINDOW_MS) Object.assign(budget, { sent: 0, sinceMs: nowMs });
  budget.sent += 1;
  return budget.sent <= bound;
}

const tooMany = () => new ThrottledError('TOO_MANY_EVENTS', 'Slow down');

/** The person behind the socket, as the session is now and not as it was at the handshake. */
async function listenerOf(services: Services, socket: ClientSocket, event: ClientEvent): Promise<Listener> {
  await recheckSockets(services, [socket]);
  const { user } = socket.data;
  if (!socket.connected || !user || !mayCall(CLIENT_EVENTS[event].allow, user)) {
    throw new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
  }
  if (socket.rooms.size > MAX_ROOMS) throw tooMany();
  return { services, socket, user };
}

function codeOf({ log }: Services, event: ClientEvent, error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  if (isDatabaseAway(error)) return 'DATABASE_AWAY';
  log.error({ err: error, event }, 'an event of a client failed');
  return 'INTERNAL';
}
