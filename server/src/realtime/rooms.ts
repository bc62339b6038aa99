import type { Audience } from '@balloon/contracts/socket/events.ts';

/**
 * Names of the socket rooms. They are split by what their members may know, so that a message for some is
 * never filtered in the browser of others.
 */
export const ROOMS = {
  /** Everybody in a contest. */
  contest: (contestId: number) => `contest:${contestId}`,
  /**
   * Members of a contest who want to hear that its table changed; it only serves to choose among members of the others, so
   * no event is declared for it.
   */
  contestTable: (contestId: number) => `contest:${contestId}:table`,
  /**
   * Sockets that a contest does not admit now, and that asked to follow it or did so; they are only looked up, so no event is
   * declared for it.
   */
  contestOutside: (contestId: number) => `outside:${contestId}`,
  /** A participant's own solutions in a contest. */
  contestUser: (contestId: number, userId: number) => `contest:${contestId}:user:${userId}`,
  /** All solutions of a contest. */
  contestSupervisors: (contestId: number) => `contest:${contestId}:supervisors`,
  /** The control screen of a contest. */
  contestControl: (contestId: number) => `contest:${contestId}:control`,
  /** Supervisors who look into solutions of a contest. */
  contestDesk: (contestId: number) => `contest:${contestId}:desk`,
  /** Supervisors who have this solution open; only counted, so no event is declared for it. */
  deskLook: (contestId: number, solutionId: number) => `contest:${contestId}:desk:${solutionId}`,
  /** Who carries balloons of a contest. */
  contestBalloons: (contestId: number) => `contest:${contestId}:balloons`,
  /** A person's own solutions in all contests. */
  solutionsOf: (userId: number) => `solutions:user:${userId}`,
  /** All solutions. */
  solutionsAdmins: 'solutions:admins',
  /** Moderators who follow solutions: the sender checks each member's right to see the contest. */
  solutionsModerators: 'solutions:moderators',
  /** A person's dialog with the supervisors: all windows of that person. */
  chatOf: (userId: number) => `chat:user:${userId}`,
  /** All supervisors, who share all dialogs. */
  chatSupport: 'chat:support',
  /** Admins who read the log. */
  console: 'console',
  /** Admins who look at people. */
  peopleAdmins: 'people:admins',
  /** Moderators who look at people, and do not know of admins. */
  peopleModerators: 'people:moderators',
  /** Rooms by the generation of clients; they only serve to exclude sockets, so no event is declared for them. */
  olderClients: 'clients:older',
  currentClients: 'clients:current',
} as const;

/** The contest whose common room this is, or `undefined` for every other room. */
export function contestOfRoom(room: string): number | undefined {
  const id = /^contest:(\d+)$/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The contest that members of this room follow, wholly or a part of it; `undefined` for a room of no contest. */
export function followedContest(room: string): number | undefined {
  const id = /^contest:(\d+)(?::|$)/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The participant of a contest whose room this is, or `undefined` for every other room. */
export function participantOfRoom(contestId: number, room: string): number | undefined {
  const prefix = `contest:${contestId}:user:`;
  return room.startsWith(prefix) ? Number(room.slice(prefix.length)) : undefined;
}

/** The contest whose control screen this room is, or `undefined` for every other room. */
export function contestOfControlRoom(room: string): number | undefined {
  const id = /^contest:(\d+):control$/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The contest whose desk this room is, or `undefined` for every other room. */
export function contestOfDeskRoom(room: string): number | undefined {
  const id = /^contest:(\d+):desk$/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The solution that members of this room have open, or `undefined` for every other room. */
export function lookOfRoom(room: string): { contestId: number; solutionId: number } | undefined {
  const [, contestId, solutionId] = /^contest:(\d+):desk:(\d+)$/.exec(room) ?? [];
  if (contestId === undefined || solutionId === undefined) return undefined;
  return { contestId: Number(contestId), solutionId: Number(solutionId) };
}

/** The contest whose runners this room is for, or `undefined` for every other room. */
export function contestOfBalloonRoom(room: string): number | undefined {
  const id = /^contest:(\d+):balloons$/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The kind of a room by its name. Rooms of other names are those of single sockets. */
export function audienceOf(room: string): Audience {
  return KINDS.find(([pattern]) => pattern.test(room))?.[1] ?? 'checkedSocket';
}

const KINDS: readonly (readonly [RegExp, Audience])[] = [
  [/^contest:\d+$/, 'contest'],
  [/^contest:\d+:user:\d+$/, 'contestUser'],
  [/^contest:\d+:supervisors$/, 'contestSupervisors'],
  [/^contest:\d+:control$/, 'contestControl'],
  [/^contest:\d+:desk$/, 'contestDesk'],
  [/^contest:\d+:balloons$/, 'contestBalloons'],
  [/^solutions:user:\d+$/, 'solutionsOf'],
  [/^solutions:admins$/, 'solutionsAdmins'],
  [/^solutions:moderators$/, 'solutionsModerators'],
  [/^chat:user:\d+$/, 'chatOf'],
  [/^chat:support$/, 'chatSupport'],
  [/^console$/, 'console'],
  [/^people:admins$/, 'peopleAdmins'],
  [/^people:moderators$/, 'peopleModerators'],
];

/** The person whose own solutions in all contests this room follows, or `undefined` for every other room. */
export function userOfList(room: string): number | undefined {
  const id = /^solutions:user:(\d+)$/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}
