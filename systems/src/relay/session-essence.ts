import { z } from 'zod';

const Exported = z.object({
  cookies: z
    .array(
      z.object({
        key: z.string(),
        value: z.string().default(''),
        domain: z.string().nullish(),
        path: z.string().nullish(),
      }),
    )
    .default([]),
  kept: z.record(z.string(), z.string()).default({}),
});

const read = (session: string | null) => Exported.parse(session === null ? {} : JSON.parse(session));

/** Part of a session that decides who is signed in: a jar also notes when each cookie was used last. */
export function essenceOf(session: string | null): string {
  const { cookies, kept } = read(session);
  const named = cookies.map(({ domain, path, key, value }) => [domain, path, key, value].join('\t'));
  return JSON.stringify([named.toSorted(), Object.entries(kept).toSorted()]);
}

/** Values of a session that nobody else may read. */
export function secretsOf(session: string | null): string[] {
  const { cookies, kept } = read(session);
  return [...cookies.map(({ value }) => value), ...Object.values(kept)];
}

/** Whether a stored session can be opened: it may come from another version. */
export function isReadable(session: string): boolean {
  try {
    read(session);
    return true;
  } catch {
    return false;
  }
}
