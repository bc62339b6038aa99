import type { PublicUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import {
  findNewestMessages,
  findPeople,
  type NewestFor,
  type StoredMessage,
} from '#features/messages/messages.queries.ts';
import { loadingOver } from '#realtime/load-together.ts';

/** Every screen of a contest asks for its person's newest messages, so those of a crowd are read together. */
export async function readNewestMessages(db: Db, reader: NewestFor): Promise<StoredMessage[]> {
  return (await messagesOver(db).get(JSON.stringify(reader))) ?? [];
}

/** The people of messages, who are nearly the same for all readers. */
export async function readPeople(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PublicUser>> {
  const found = await Promise.all([...new Set(ids)].map((id) => peopleOver(db).get(id)));
  return new Map(found.flatMap((person) => (person ? [[person.id, person]] : [])));
}

const peopleOver = loadingOver(findPeople);
const messagesOver = loadingOver(async (db, keys: readonly string[]) => {
  const found = await findNewestMessages(
    db,
    keys.map((key) => JSON.parse(key) as NewestFor),
  );
  return new Map(keys.map((key, place) => [key, found.get(place) ?? []]));
});
