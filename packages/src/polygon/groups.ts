import type { XmlElement } from '#polygon/parse-xml.ts';
import { type Reading, warn } from '#polygon/reading.ts';
import { numberOf } from '#polygon/tests.ts';
import type { PackageGroup, PackageScoring, PackageTest } from '#problem-package.ts';

/** Reads groups of the testset: first those that the manifest describes, then those that only tests name. */
export function readGroups(
  reading: Reading,
  testset: XmlElement,
  tests: readonly PackageTest[],
): PackageGroup[] {
  const groups: PackageGroup[] = [];
  for (const element of testset.all('groups', 'group')) {
    const name = element.attribute('name');
    if (name === null) continue;
    const isComplete = element.attribute('points-policy') === 'complete-group';
    groups.push({
      name,
      points: isComplete ? (numberOf(element.attribute('points')) ?? pointsOf(tests, name)) : null,
      isComplete,
      dependsOn: element
        .all('dependencies', 'dependency')
        .map((each) => each.attribute('group'))
        .filter((each) => each !== null),
      grading: null,
    });
  }
  const described = new Set(groups.map(({ name }) => name));
  for (const name of new Set(tests.map(({ group }) => group))) {
    if (name === null || described.has(name)) continue;
    groups.push({ name, points: null, isComplete: false, dependsOn: [], grading: null });
  }
  return withoutUnknown(reading, groups);
}

function withoutUnknown(reading: Reading, groups: readonly PackageGroup[]): PackageGroup[] {
  const names = new Set(groups.map(({ name }) => name));
  return groups.map((group) => {
    const unknown = group.dependsOn.filter((each) => !names.has(each));
    if (unknown.length === 0) return group;
    warn(reading, `Group ${group.name} depends on ${unknown.join(', ')}, which the package does not have.`);
    return { ...group, dependsOn: group.dependsOn.filter((each) => names.has(each)) };
  });
}

function pointsOf(tests: readonly PackageTest[], group: string | null): number {
  return tests.filter((test) => test.group === group).reduce((sum, { points }) => sum + (points ?? 0), 0);
}

/** Returns the scoring; null for a pass-fail problem. */
export function scoringOf(
  groups: readonly PackageGroup[],
  tests: readonly PackageTest[],
): PackageScoring | null {
  const ofGroups = groups.reduce((sum, { name, points }) => sum + (points ?? pointsOf(tests, name)), 0);
  const max = ofGroups + pointsOf(tests, null);
  return max > 0 ? { min: 0, max, maximise: true } : null;
}
