import type { ContestAddress, ContestAddresses } from '@balloon/contracts/hall/addresses.ts';

type Person = ContestAddresses['people'][number];

/** Heading with the pairs beneath it: a person with addresses, or an address with people. */
export interface AddressGroup {
  key: string;
  title: string;
  entries: { key: string; title: string; address: ContestAddress }[];
}

export type GroupedBy = 'people' | 'addresses';

const nameOf = (person: Person | undefined, userId: number) =>
  person?.fullName || person?.username || String(userId);

/** Pairs by person or by address, those with most entries first; only shared ones where that is wanted. */
export function groupAddresses(
  { people, addresses }: Pick<ContestAddresses, 'people' | 'addresses'>,
  by: GroupedBy,
  { q, isSharedOnly }: { q: string; isSharedOnly: boolean },
): AddressGroup[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  const groups = new Map<string, AddressGroup>();
  for (const address of addresses) {
    const name = nameOf(byId.get(address.userId), address.userId);
    const [title, other] = by === 'people' ? [name, address.ip] : [address.ip, name];
    const key = by === 'people' ? String(address.userId) : address.ip;
    const group = groups.get(key) ?? { key, title, entries: [] };
    groups.set(key, group);
    group.entries.push({ key: `${address.userId} ${address.ip}`, title: other, address });
  }
  const word = q.trim().toLowerCase();
  const hasWord = ({ title, entries }: AddressGroup) =>
    title.toLowerCase().includes(word) || entries.some((entry) => entry.title.toLowerCase().includes(word));
  return [...groups.values()]
    .filter((group) => !isSharedOnly || group.entries.length > 1)
    .filter((group) => word === '' || hasWord(group))
    .sort((a, b) => b.entries.length - a.entries.length || a.title.localeCompare(b.title));
}
