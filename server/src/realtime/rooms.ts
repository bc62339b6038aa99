/**
 * Names of the socket rooms. They are split by what their members may know, so that a message for some is
 * never filtered in the browser of others.
 */
export const ROOMS = {
  /** Everybody in a contest: that the table changed, never who did what. */
  contest: (contestId: number) => `contest:${contestId}`,
  /** One participant's own solutions in a contest. */
  contestUser: (contestId: number, userId: number) => `contest:${contestId}:user:${userId}`,
  /** All solutions of a contest. */
  contestSupervisors: (contestId: number) => `contest:${contestId}:supervisors`,
  /** One person's own solutions in all contests. */
  solutionsOf: (userId: number) => `solutions:user:${userId}`,
  /** All solutions. */
  solutionsAdmins: 'solutions:admins',
  /** Those of the contests that each moderator may see: whoever emits checks member by member. */
  solutionsModerators: 'solutions:moderators',
  /** One person's dialog with the supervisors: all windows of that person. */
  chatOf: (userId: number) => `chat:user:${userId}`,
  /** All supervisors, who share all dialogs. */
  chatSupport: 'chat:support',
} as const;

/** The contest whose common room this is, or `undefined` for every other room. */
export function contestOfRoom(room: string): number | undefined {
  const id = /^contest:(\d+)$/.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}
