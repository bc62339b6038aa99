import type { ContestDevices, DeviceSession, HeldDevice } from '@balloon/contracts/hall/devices.ts';
import { deviceOf } from '#features/account/device-name.ts';

type Person = ContestDevices['people'][number];

/** A participant with the device that takes part and those on which they are signed in. */
export interface DeviceRow {
  person: Person;
  name: string;
  held: HeldDevice | undefined;
  sessions: DeviceSession[];
}

/** Participants by name; only those on several devices where that is wanted. */
export function deviceRows(
  { people, held, sessions }: Pick<ContestDevices, 'people' | 'held' | 'sessions'>,
  { q, isSeveralOnly }: { q: string; isSeveralOnly: boolean },
): DeviceRow[] {
  const heldBy = new Map(held.map((one) => [one.userId, one]));
  const sessionsOf = Map.groupBy(sessions, ({ userId }) => userId);
  const word = q.trim().toLowerCase();
  return people
    .map((person) => ({
      person,
      name: person.fullName || person.username,
      held: heldBy.get(person.id),
      sessions: sessionsOf.get(person.id) ?? [],
    }))
    .filter((row) => word === '' || wordsOf(row).includes(word))
    .filter((row) => !isSeveralOnly || hasSeveral(row))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function wordsOf({ name, person, held, sessions }: DeviceRow): string {
  const places = [held, ...sessions].flatMap((one) => (one ? [one.ip, deviceOf(one.userAgent).name] : []));
  const members = sessions.map(({ member }) => member);
  return [name, person.username, ...members, ...places].join(' ').toLowerCase();
}

/** Session to which a participation can be brought back; null: to none; undefined where its device has signed out. */
export function formerPlace({ held, sessions }: DeviceRow): number | null | undefined {
  return held ? sessions.find(({ holds }) => holds)?.id : null;
}

/** Whether somebody is signed in elsewhere than on the device that takes part, or in several places. */
const hasSeveral = ({ held, sessions }: DeviceRow) =>
  sessions.length > 1 || (held !== undefined && sessions.some(({ holds }) => !holds));
