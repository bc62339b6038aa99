/** Judge that is alive, with the languages that it reported. */
export interface ServingJudge {
  id: number;
  languages: readonly ServedLanguage[];
}

export interface ServedLanguage {
  key: string;
  version: string;
  /** Start of the time for which this judge has served this version without a pause. */
  sinceMs: number;
}

/** Language in which a judge gets no work, because other judges have another version of it. */
export interface DrainedLanguage {
  key: string;
  version: string;
  /** Version of the other judges. */
  preferred: string;
}

/**
 * Finds, per language, the judges whose version is not that of most judges. Among versions with equally many judges
 * the version is kept that has been served longest: a new judge changes nothing, and a rolling upgrade moves the work
 * when more than half of the judges are upgraded.
 *
 * The same source must get the same verdict on every judge; only the operator knows which version is right.
 *
 * @returns the drained languages of each judge by its id, usually an empty list
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

/** Orders versions, the preferred one first; the last comparison makes all web processes decide alike. */
function byPreference(a: Following, b: Following): number {
  return b.judges - a.judges || a.sinceMs - b.sinceMs || (a.version < b.version ? -1 : 1);
}
