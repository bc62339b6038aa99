/** A group of tests: Polygon's, or a folder of an ICPC package, whose names are paths (`secret/group1`). */
export interface ScoredGroup {
  name: string;
  /** Full marks; null when the points of the tests add up. */
  points: number | null;
  /** All or nothing. */
  isComplete: boolean;
  /** Groups that must be solved for this one to count. */
  dependsOn: readonly string[];
  /** Folders only. */
  grading: GroupGrading | null;
}

export interface GroupGrading {
  aggregation: 'sum' | 'min' | 'max' | 'avg';
  acceptScore: number;
  rejectScore: number;
  onReject: 'break' | 'continue';
  range: readonly [number, number] | null;
  ignoreSample: boolean;
  acceptIfAnyAccepted: boolean;
}

/** Result of a test; lists are in the order of the tests. */
export interface ScoredTest {
  group: string | null;
  isAccepted: boolean;
  /** Full marks of the test; null where it has none of its own. */
  fullPoints: number | null;
  /** Points from the checker; null where it only accepts or rejects. */
  points: number | null;
}

/** Binary fractions such as 0.1 + 0.2 must not show. */
const PRECISION = 1e9;

/**
 * The score of a whole solution.
 *
 * Folders of ICPC packages form a tree: each puts the scores of its members together, a rejected one scores its
 * `rejectScore`, and what follows the first failure of a group that breaks off does not count. Polygon's groups stand
 * side by side: a complete one gives its points when all of its tests pass, others the sum of their tests, and one
 * whose requirements are not solved gives nothing.
 *
 * @returns null when no test ran
 * @see Problem Package Format (legacy), "Graders"
 */
export function packageScore(groups: readonly ScoredGroup[], tests: readonly ScoredTest[]): number | null {
  if (tests.length === 0) return null;
  const isTree = groups.some(({ grading }) => grading !== null);
  const score = isTree ? treeScore(groups, tests) : groupsScore(groups, tests);
  return Math.round(score * PRECISION) / PRECISION;
}

/** Points of a test by itself: the checker's, or else all or nothing. */
function pointsOf({ isAccepted, fullPoints, points }: ScoredTest): number {
  return points ?? (isAccepted ? (fullPoints ?? 0) : 0);
}

function groupsScore(groups: readonly ScoredGroup[], tests: readonly ScoredTest[]): number {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const solved = solvedGroups(byName, tests);
  let score = 0;
  for (const [name, members] of Map.groupBy(tests, ({ group }) => group ?? '')) {
    const group = byName.get(name);
    if (group && !group.dependsOn.every((needed) => solved.has(needed))) continue;
    const sum = members.reduce((total, test) => total + pointsOf(test), 0);
    if (group?.isComplete) score += solved.has(name) ? (group.points ?? sum) : 0;
    // Tests without points of their own share those of the group.
    else if (group?.points && members.every(({ fullPoints, points }) => !fullPoints && points === null))
      score += (group.points * members.filter(({ isAccepted }) => isAccepted).length) / members.length;
    else score += sum;
  }
  return score;
}

/** Groups whose tests are all accepted, and whose requirements are so, too. A group without tests is solved. */
function solvedGroups(
  byName: ReadonlyMap<string, ScoredGroup>,
  tests: readonly ScoredTest[],
): ReadonlySet<string> {
  const failed = new Set(tests.filter(({ isAccepted }) => !isAccepted).map(({ group }) => group ?? ''));
  const solved = new Set([...byName.keys()].filter((name) => !failed.has(name)));
  for (let changed = true; changed; ) {
    changed = false;
    for (const name of solved) {
      if (byName.get(name)?.dependsOn.every((needed) => solved.has(needed))) continue;
      solved.delete(name);
      changed = true;
    }
  }
  return solved;
}

interface Result {
  isAccepted: boolean;
  score: number;
}

/** A folder with its tests and folders in the order in which they run. */
interface Folder {
  name: string;
  group: ScoredGroup;
  members: (ScoredTest | Folder)[];
}

const PLAIN: GroupGrading = {
  aggregation: 'sum',
  acceptScore: 1,
  rejectScore: 0,
  onReject: 'break',
  range: null,
  ignoreSample: false,
  acceptIfAnyAccepted: false,
};

function treeScore(groups: readonly ScoredGroup[], tests: readonly ScoredTest[]): number {
  const accepted = new Map<string, boolean>();
  return folderResult(buildTree(groups, tests), accepted).score;
}

function folderResult(folder: Folder, accepted: Map<string, boolean>): Result {
  const { group, members } = folder;
  const grading = group.grading ?? PLAIN;
  const results: Result[] = [];
  for (const member of members) {
    if (grading.ignoreSample && 'members' in member && member.name === 'sample') continue;
    const result = 'members' in member ? folderResult(member, accepted) : testResult(member, grading);
    results.push(result);
    if (!result.isAccepted && grading.onReject === 'break') break;
  }
  const isAccepted = isFolderAccepted(group, grading, results, accepted);
  accepted.set(folder.name, isAccepted);
  if (!isAccepted) return { isAccepted, score: grading.rejectScore };
  return { isAccepted, score: within(grading.range, aggregate(grading.aggregation, results)) };
}

function isFolderAccepted(
  { isComplete, dependsOn }: ScoredGroup,
  { acceptIfAnyAccepted }: GroupGrading,
  results: readonly Result[],
  accepted: ReadonlyMap<string, boolean>,
): boolean {
  // A group that comes later cannot have been solved before: packages name earlier ones only.
  if (!dependsOn.every((needed) => accepted.get(needed) ?? accepted.get(`secret/${needed}`) ?? false))
    return false;
  const all = results.every((result) => result.isAccepted);
  if (isComplete || !acceptIfAnyAccepted) return all;
  return results.length === 0 || results.some((result) => result.isAccepted);
}

function testResult({ isAccepted, points }: ScoredTest, grading: GroupGrading): Result {
  if (!isAccepted) return { isAccepted, score: grading.rejectScore };
  return { isAccepted, score: points ?? grading.acceptScore };
}

function aggregate(how: GroupGrading['aggregation'], results: readonly Result[]): number {
  const scores = results.map(({ score }) => score);
  if (scores.length === 0) return 0;
  const sum = scores.reduce((total, score) => total + score, 0);
  switch (how) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / scores.length;
    case 'min':
      return Math.min(...scores);
    case 'max':
      return Math.max(...scores);
  }
}

function within(range: GroupGrading['range'], score: number): number {
  return range === null ? score : Math.min(Math.max(score, range[0]), range[1]);
}

/** Folders that the groups do not name are graded as the one around them. */
function buildTree(groups: readonly ScoredGroup[], tests: readonly ScoredTest[]): Folder {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const folders = new Map<string, Folder>();

  function folderOf(name: string): Folder {
    const known = folders.get(name);
    if (known) return known;
    const parent = name === '' ? null : folderOf(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
    const folder: Folder = { name, group: byName.get(name) ?? inherited(name, parent), members: [] };
    folders.set(name, folder);
    parent?.members.push(folder);
    return folder;
  }

  for (const test of tests) folderOf(test.group ?? '').members.push(test);
  return folderOf('');
}

function inherited(name: string, parent: Folder | null): ScoredGroup {
  const grading = parent?.group.grading ?? null;
  return {
    name,
    points: null,
    isComplete: false,
    dependsOn: [],
    grading: grading && { ...grading, ignoreSample: false },
  };
}
