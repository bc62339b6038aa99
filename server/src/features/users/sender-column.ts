import type { Sender } from '@balloon/contracts/users.ts';
import { sql } from 'kysely';

/** Member of a team who sent a row of a table with `sent_by_id`; null: the account itself. */
export const senderColumn = (
  table: 'solution' | 'printJob' | 'contestMessage' | 'message',
) => sql<Sender | null>`(
  select jsonb_build_object(
    'id', sender.id, 'username', sender.username,
    'firstName', sender.first_name, 'lastName', sender.last_name
  )
  from account sender where sender.id = ${sql.ref(`${table}.sentById`)}
)`;

/** The name of a sender in text, as on paper; an account without names goes by its username. */
export const senderName = ({ firstName, lastName, username }: Sender): string =>
  `${firstName} ${lastName}`.trim() || username;
