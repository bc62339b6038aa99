import { databaseNowMs } from '@balloon/database/clock.ts';
import { canReadProblems } from '@balloon/domain/contests/contest-access.ts';
import { contestStatus, isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { dismissOutsiders } from '#features/contests/dismiss-outsiders.ts';
import { audienceRooms } from '#features/messages/message-audience.ts';
import { messageViews } from '#features/messages/message-view.ts';
import { findMessage, findSender, somebodyStartsLater } from '#features/messages/messages.queries.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import { recheckSockets } from '#realtime/session-watch.ts';
import { TurnsByKey } from '#realtime/turns-by-key.ts';
import type { Services } from '#services.ts';

type Change = AnnouncementTypes['message.changed'];

/**
 * Notifies this process's sockets of a contest's messages. Messages are few and may be confidential, so
 * before each one people who may no longer be in the rooms are removed. Changes without a text are sent
 * without one, and pages that show messages read them again.
 */
export function tellMessageEvents(services: Services): () => void {
  const { announcements, sockets, log } = services;
  const turns = new TurnsByKey(log); // by contest
  const stops = [
    announcements.on('message.changed', (change) => {
      const rooms = audienceRooms(change.contestId, change.recipientId);
      if (!sockets.hasMembers(rooms)) return;
      turns.take(change.contestId, async () => {
        try {
          await tellChange(services, change, rooms);
        } catch (error) {
          sockets.emit(rooms, 'resync', {});
          throw error;
        }
      });
    }),
    announcements.on('messages.read', ({ contestId, userId, isFollowed }) => {
      const rooms = [ROOMS.contestUser(contestId, userId)];
      if (isFollowed) rooms.push(ROOMS.contestSupervisors(contestId));
      sockets.emit(rooms, 'contest messages changed', { contestId });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function tellChange(services: Services, change: Change, rooms: string[]): Promise<void> {
  const { db, sockets } = services;
  const { contestId, messageId, recipientId, what } = change;
  if (what !== 'sent') return sockets.emit(rooms, 'contest messages changed', { contestId });
  await recheckSockets(services, sockets.membersOf(ROOMS.contest(contestId)));
  await dismissOutsiders(services, contestId);
  const message = await viewForRooms(services, change);
  const senderId = await findSender(db, messageId);
  // Taken back meanwhile, or about a problem of a floating contest: each reads what is for them.
  if (!message || senderId === undefined)
    return sockets.emit(rooms, 'contest messages changed', { contestId });
  // A message is no news to its sender; other windows of theirs still want to show it.
  const ownWindows = ROOMS.contestUser(contestId, senderId);
  sockets.emit(ownWindows, 'contest messages changed', { contestId });
  if (recipientId === null) return sendToAll(services, contestId, { message, except: ownWindows });
  sockets.emit(rooms, 'new message', message, [ownWindows]);
  sockets.emit(rooms, 'new contest message', message, [ownWindows]);
}

/** Sends a message to everybody in a contest, each of whom gets it under both names at the same time. */
async function sendToAll(
  { sockets }: Services,
  contestId: number,
  { message, except }: { message: MessageForRooms; except: string },
): Promise<void> {
  const room = ROOMS.contest(contestId);
  await Promise.all([
    sockets.emitGradually(room, 'new message', message, { except }),
    sockets.emitGradually(room, 'new contest message', message, { except }),
  ]);
}

type MessageForRooms = NonNullable<Awaited<ReturnType<typeof viewForRooms>>>;

/** Loads a message as the least informed person in its rooms may see it. */
async function viewForRooms({ db }: Services, { contestId, messageId, recipientId }: Change) {
  const contest = await findContest(db, contestId);
  if (!contest) return undefined;
  const nowMs = await databaseNowMs(db);
  const status = contestStatus(contest, nowMs);
  const reader = {
    userId: recipientId ?? NOBODY,
    supervises: false,
    readsProblems:
      canReadProblems(false, status) && !(await somebodyStartsLater(db, contest, { recipientId, nowMs })),
    // Somebody in the room may not have started.
    hasYetToStart: isFloating(contest) && recipientId === null,
    nowMs,
  };
  const stored = await findMessage(db, contestId, messageId, reader);
  const [view] = await messageViews(db, contestId, stored ? [stored] : [], reader);
  return view && { ...view, message: { ...view.message, readAtMs: null, isRead: false } };
}

/** Id that no account has. */
const NOBODY = 0;
