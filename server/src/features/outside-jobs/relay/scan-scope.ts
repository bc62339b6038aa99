/** Server of which a scan lists problems. */
export interface ScannedServer {
  systemType: string;
  settings: Readonly<Record<string, string>>;
}

/**
 * Whether a problem belongs to what a scan lists. Contests of ejudge and Yandex stand before the colon; without a name
 * those of ejudge that its settings have are listed, while problems of others may have been added by their numbers.
 * Codeforces lists its archive unless gyms or a contest are named; the other systems have one list.
 */
export function isOfScope(
  { systemType, settings }: ScannedServer,
  scope: string | null,
  foreignId: string,
): boolean {
  const named = scope?.trim().toLowerCase() ?? '';
  if (systemType === 'cf') return isOfCodeforces(named, foreignId);
  if (named === '') return systemType !== 'ejudge' || isOfSettings(settings, foreignId);
  return foreignId.toLowerCase().startsWith(`${named}:`);
}

function isOfSettings({ contests = '' }: ScannedServer['settings'], foreignId: string): boolean {
  const listed = (contests.match(/\d+/g) ?? []).map(Number);
  return listed.includes(Number(foreignId.split(':', 1)[0]));
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
