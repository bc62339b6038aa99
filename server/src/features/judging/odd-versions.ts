/** A living judge and what it told of its languages. */
export interface ServingJudge {
  id: number;
  languages: readonly ServedLanguage[];
}

export interface ServedLanguage {
  key: string;
  version: string;
  /** Since when this judge has served this version without a pause. */
  sinceMs: number;
}

/** A language in which a judge is given no work, because the others have another version of it. */
export interface DrainedLanguage {
  key: string;
  version: string;
  /** The version of the others. */
  preferred: string;
}

/**
 * Finds, per language, the judges whose version is not that of most judges. Among versions of equally many judges
 * the one that has served longest stays, so a newcomer changes nothing and an upgrade of one judge after the other
 * moves the work over when half of them are done and one more follows.
 *
 * One source must get the same verdict wherever it is judged; which version is right, only the operator knows.
 *
 * @returns an entry for each judge, usually with nothing in it
 */
export function drainOddVersions(judges: readonly ServingJudge[]): Map<number, DrainedLanguage[]> {
  const preferred = preferredVersions(judges);
  return new Map(
    judges.map(({ id, languages }) => [
      id,
      languages.flatMap(({ key, version }) => {
        const kept = preferred.get(key) ?? version;
        return version === kept ? [] : [{ key, version, preferred: kept }];
      }),
    ]),
  );
}

interface Following {
  version: string;
  judges: number;
  sinceMs: number;
}

function preferredVersions(judges: readonly ServingJudge[]): Map<string, string> {
  const preferred = new Map<string, string>();
  for (const [key, served] of Map.groupBy(
    judges.flatMap(({ languages }) => languages),
    (language) => language.key,
  )) {
    const followings = [...Map.groupBy(served, ({ version }) => version)].map(([version, same]) => ({
      version,
      judges: same.length,
      sinceMs: Math.min(...same.map(({ sinceMs }) => sinceMs)),
    }));
    const [first] = followings.sort(byPreference);
    if (first) preferred.set(key, first.version);
  }
  return preferred;
}

/** The last comparison only keeps web processes of one mind. */
function byPreference(a: Following, b: Following): number {
  return b.judges - a.judges || a.sinceMs - b.sinceMs || (a.version < b.version ? -1 : 1);
}
