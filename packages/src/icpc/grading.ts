import type { TestGroup } from '#icpc/group-settings.ts';
import type { ProblemYaml } from '#icpc/problem-yaml.ts';
import { isGroup, type TestFolder } from '#icpc/test-data.ts';
import type { PackageGroup, PackageScoring } from '#problem-package.ts';

/**
 * Reads the folders of a scoring package as groups, the folder `data` itself first under the empty name: their names
 * form the tree, `secret/group1` lies in `secret`. A pass-fail package has none.
 */
export function readGroups(root: TestFolder, problem: ProblemYaml): PackageGroup[] {
  if (!problem.isScoring) return [];
  const groups: PackageGroup[] = [];
  const groupOf = (folder: TestFolder, testGroup: TestGroup | null) => {
    if (testGroup !== null) return newGroup(folder, testGroup);
    return problem.isForDomjudge ? domjudgeGroup(folder, problem) : legacyGroup(folder);
  };
  const visit = (folder: TestFolder) => {
    if (isGroup(folder, problem)) {
      const { testGroup } = folder.settings;
      groups.push(groupOf(folder, testGroup));
    }
    folder.folders.forEach(visit);
  };
  visit(root);
  return groups;
}

export function readScoring(root: TestFolder, problem: ProblemYaml): PackageScoring | null {
  if (!problem.isScoring) return null;
  if (problem.hasTestGroups) {
    const secret = root.folders.find(({ settings }) => settings.name === 'secret');
    return { min: 0, max: secret?.settings.testGroup?.maxScore ?? null, maximise: true };
  }
  const [min, max] = root.settings.grading.range ?? [0, null];
  return { min, max, maximise: !problem.grading.minimise };
}

function legacyGroup({ settings }: TestFolder): PackageGroup {
  return {
    name: settings.name,
    points: settings.grading.range?.[1] ?? null,
    isComplete: false,
    dependsOn: [],
    grading: settings.grading,
  };
}

/**
 * Describes a group as DOMjudge scores it. A group of groups combines their scores, with rejected ones unchanged. A
 * group of tests gives its `accept_score` once and only when all of them pass, unless a validator of the package
 * scores them.
 *
 * @see DOMjudge, SubmissionService::maybeSetScoringResult
 */
function domjudgeGroup(folder: TestFolder, problem: ProblemYaml): PackageGroup {
  const { settings } = folder;
  const adds = folder.folders.some((inner) => hasGroups(inner, problem)) || problem.isCustom === true;
  return {
    ...legacyGroup(folder),
    grading: {
      ...settings.grading,
      aggregation: adds ? settings.grading.aggregation : 'min',
      onReject: adds ? 'continue' : 'break',
      range: null, // for readers only: DOMjudge does not cut scores
      acceptIfAnyAccepted: adds,
    },
  };
}

function hasGroups(folder: TestFolder, problem: ProblemYaml): boolean {
  return isGroup(folder, problem) || folder.folders.some((inner) => hasGroups(inner, problem));
}

/**
 * Describes a group of 2025-09 in the older terms: the score of an accepted test follows from the group's full marks.
 */
function newGroup(folder: TestFolder, group: TestGroup): PackageGroup {
  const { name } = folder.settings;
  const isTop = name === '';
  const maxScore = name === 'sample' ? 0 : group.maxScore;
  const adds = isTop || group.aggregation === 'sum';
  const tests = Math.max(1, countTests(folder));
  return {
    name,
    points: isTop ? null : maxScore,
    isComplete: !isTop && group.aggregation === 'pass-fail',
    dependsOn: group.requirePass,
    grading: {
      aggregation: adds ? 'sum' : 'min',
      acceptScore: maxScore === null ? 1 : maxScore / (adds ? tests : 1),
      rejectScore: 0,
      onReject: adds || name === 'sample' ? 'continue' : 'break',
      range: isTop || maxScore === null ? null : [0, maxScore],
      ignoreSample: isTop,
      acceptIfAnyAccepted: adds,
    },
  };
}

function countTests(folder: TestFolder): number {
  return folder.folders.reduce((sum, inner) => sum + countTests(inner), folder.tests.length);
}
