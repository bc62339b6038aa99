import type { Sender } from '@balloon/contracts/users.ts';

/** The name of who of a team sent something; an account without names goes by its username. */
export const senderName = ({ firstName, lastName, username }: Sender): string =>
  `${firstName} ${lastName}`.trim() || username;
