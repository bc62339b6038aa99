import type { ChatPeople } from '@balloon/contracts/talk/chat.ts';
import { findPeople } from '#features/chat/people.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { Services } from '#services.ts';

const MAX_FOUND = 100;
/** Words of a search that count; more do not narrow it down. */
const MAX_WORDS = 10;

/** Finds people to whom a supervisor may write, by words of the name. */
export async function findPeopleToChat({ db }: Services, { q }: { q: string }): Promise<ChatPeople> {
  const words = q
    .replaceAll('\u0000', ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = await findPeople(db, words.slice(0, MAX_WORDS), MAX_FOUND);
  return { users: found.map(publicUser), q };
}
