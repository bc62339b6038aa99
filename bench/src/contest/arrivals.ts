import { setTimeout as sleep } from 'node:timers/promises';

const ARRIVE_TOGETHER = 50;
const ARRIVE_EVERY_MS = 150;

/** Lets people arrive in small groups, each when the one before is in; returns what came of them, in their order. */
export async function arriveApart<Person, Arrived>(
  people: readonly Person[],
  arrive: (person: Person, place: number) => Promise<Arrived>,
): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  for (let start = 0; start < people.length; start += ARRIVE_TOGETHER) {
    await sleep(ARRIVE_EVERY_MS);
    const group = people.slice(start, start + ARRIVE_TOGETHER);
    arrived.push(...(await Promise.all(group.map((person, index) => arrive(person, start + index)))));
  }
  return arrived;
}
