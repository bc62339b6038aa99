/**
 * Whether a problem belongs to what a scan lists. Contests of ejudge and Yandex stand before the colon; Codeforces lists
 * its archive unless gyms or a contest are named; the other systems have one list.
 */
export function isOfScope(systemType: string, scope: string | null, foreignId: string): boolean {
  const named = scope?.trim().toLowerCase() ?? '';
  if (systemType === 'cf') return isOfCodeforces(named, foreignId);
  if (named === '') return true;
  return foreignId.toLowerCase().startsWith(`${named}:`);
}

/** Numbers from which contests of Codeforces are gyms. */
const FIRST_GYM = 100_000;

function isOfCodeforces(scope: string, foreignId: string): boolean {
  const [, kind, digits] = /^(archive|problemset|gyms?)?:?(\d{1,7})?$/.exec(scope) ?? [];
  if (scope !== '' && kind === undefined && digits === undefined) return false;
  const ofGyms = kind?.startsWith('gym') ?? Number(digits ?? 0) >= FIRST_GYM;
  const list = ofGyms ? 'gym:' : 'archive:';
  if (digits === undefined) return foreignId.startsWith(list);
  // A letter follows the number of the contest: 33A is not of contest 3.
  return foreignId.startsWith(list + digits) && !/^\d/.test(foreignId.slice(list.length + digits.length));
}
