/** Judge that is alive, with the languages that it reported. */
export interface ServingJudge {
  id: number;
  /** Hash of the token that it shows; null: it registered before names belonged to tokens. */
  tokenHash: Buffer | null;
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
 * Finds, per language, the judges whose version is not the preferred one. Judges that show one token agree on the version
 * of most of them, and then each token has one vote: a single token registers as many names as it likes, and whoever stole
 * one must not decide against the judges of others. Among versions with equally many votes the version is kept that has been
 * served longest: a new judge changes nothing, and a rolling upgrade of judges that share a token moves the work when more
 * than half of them are upgraded.
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

interface Vote {
  key: string;
  version: string;
  /** Start of the time for which the longest-serving judge behind the vote has served the version. */
  sinceMs: number;
}

function preferredVersions(judges: readonly ServingJudge[]): Map<string, string> {
  const tokens = Map.groupBy(judges, ({ tokenHash }) => tokenHash?.toString('hex'));
  const votes = [...tokens.values()].flatMap((sharing) =>
    mostVoted(sharing.flatMap(({ languages }) => languages)),
  );
  return new Map(mostVoted(votes).map(({ key, version }) => [key, version]));
}

/** Returns the preferred version of each language, as the vote of all who voted for it. */
function mostVoted(votes: readonly Vote[]): Vote[] {
  return [...Map.groupBy(votes, ({ key }) => key)].flatMap(([key, cast]) =>
    [...Map.groupBy(cast, ({ version }) => version)]
      .map(([version, same]) => ({
        key,
        version,
        votes: same.length,
        sinceMs: Math.min(...same.map(({ sinceMs }) => sinceMs)),
      }))
      .sort(byPreference)
      .slice(0, 1),
  );
}

/** Orders versions, the preferred one first; the last comparison makes all web processes decide alike. */
function byPreference(a: Vote & { votes: number }, b: Vote & { votes: number }): number {
  return b.votes - a.votes || a.sinceMs - b.sinceMs || (a.version < b.version ? -1 : 1);
}
