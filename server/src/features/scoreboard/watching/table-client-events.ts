import type { WatchedTable } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { enterTable } from '#features/scoreboard/board/open-scoreboard.ts';
import { tableWatches } from '#features/scoreboard/watching/table-watches.ts';
import { joinRooms, type Listener, leaveRooms, type Teller } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';

/** Events by which a page follows the live table: what changes in the part that it shows, or only that it changed. */
export const TABLE_CLIENT_EVENTS = {
  /** Hears of changes for as long as it is in the contest, too. */
  'table.listen': async ({ services, socket, user }: Listener, { contestId }: { contestId: number }) => {
    await enterTable(services, user, contestId);
    await joinRooms(socket, [ROOMS.contestTable(contestId)]);
  },

  'table.stopListen': ({ socket }: Listener, { contestId }: { contestId: number }) =>
    leaveRooms(socket, [ROOMS.contestTable(contestId)]),

  'table.watch': async ({ services, socket, user }: Listener, table: WatchedTable) => {
    await enterTable(services, user, table.contestId);
    if (socket.connected) tableWatches(services).watch(socket, table);
  },

  'table.unwatch': ({ services, socket }: Listener, table: WatchedTable) =>
    tableWatches(services).unwatch(socket, table),
} as const;

/** Tells watched pages what changed in them. */
export const tellTableRows: Teller = (services) => {
  const { announcements } = services;
  const watches = tableWatches(services);
  const stops = [
    announcements.on('contest.event', ({ contestId, type }) => {
      if (type === 'left') watches.recheck(contestId);
      watches.changed(contestId);
    }),
    announcements.on('contest.changed', ({ contestId }) => {
      watches.recheck(contestId);
      watches.changed(contestId);
    }),
    // Who has to start a floating contest anew sees its table no more.
    announcements.on('contest.participant', ({ contestId, accountId }) =>
      watches.recheck(contestId, accountId),
    ),
    announcements.on('people.changed', () => watches.allChanged()),
    announcements.on('ratings.changed', () => watches.allChanged()),
    announcements.on('resync', () => {
      watches.recheckAll();
      watches.allChanged();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    watches.stop();
  };
};
